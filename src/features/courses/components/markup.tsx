import { classNames } from '#ui/class-names.ts';

/** What an author wrote. The database keeps nothing but plain markup (`private.is_plain_markup`), whoever wrote it. */
export function Markup({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constraint of the table refuses scripts, styles and handlers
  return <div dir="auto" className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
