import { renderedPicture } from '#base/shared/pictures.ts';
import { useWritten } from '#ui/display/written-in.tsx';
import { classNames } from '#ui/layout/class-names.ts';

/** The one spelling the table's grammar knows. */
const PICTURE = /<img src="([^"<>]*)" alt="([^"<>]*)"(?: width="(\d+)")?(?: height="(\d+)")? \/>/g;
const COLUMN = '(min-width: 48rem) 44rem, 100vw';

/** Its pictures in the width a reader needs, and loaded only when they come near; everything else as it was written. */
export function withReadersPictures(html: string): string {
  return html.replace(PICTURE, (_, src: string, alt: string, width?: string, height?: string) => {
    const rendered = renderedPicture(src, Number(width) || undefined);
    const size = width && height ? ` width="${width}" height="${height}"` : '';
    const forms = rendered ? ` srcset="${rendered.srcSet}" sizes="${COLUMN}"` : '';
    return `<img src="${rendered?.src ?? src}"${forms} alt="${alt}"${size} loading="lazy" />`;
  });
}

/** What an author wrote. The database keeps nothing but plain markup (`private.is_plain_markup`), whoever wrote it. */
export function Markup({ html, className }: { html: string; className?: string }) {
  return (
    <div
      {...useWritten()}
      className={classNames('prose', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constraint of the table refuses scripts, styles and handlers
      dangerouslySetInnerHTML={{ __html: withReadersPictures(html) }}
    />
  );
}
