import { renderedPicture } from '#base/shared/pictures.ts';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { classNames } from '#ui/layout/class-names.ts';

/** The `<img>` spelling that the table's check constraint allows. */
const PICTURE = /<img src="([^"<>]*)" alt="([^"<>]*)"(?: width="(\d+)")?(?: height="(\d+)")? \/>/g;
const COLUMN = '(min-width: 48rem) 44rem, 100vw';

/** Rewrites pictures to the width a reader needs, lazily loaded; everything else stays as it is. */
export function withResponsiveImages(html: string): string {
  return html.replace(PICTURE, (_, src: string, alt: string, width?: string, height?: string) => {
    const rendered = renderedPicture(src, Number(width) || undefined);
    const size = width && height ? ` width="${width}" height="${height}"` : '';
    const sources = rendered ? ` srcset="${rendered.srcSet}" sizes="${COLUMN}"` : '';
    return `<img src="${rendered?.src ?? src}"${sources} alt="${alt}"${size} loading="lazy" />`;
  });
}

/** Renders an author's HTML. A check constraint (`private.is_plain_markup`) allows only plain markup. */
export function Markup({ html, className }: { html: string; className?: string }) {
  return (
    <div
      {...useContentAttributes()}
      className={classNames('prose', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constraint of the table refuses scripts, styles and handlers
      dangerouslySetInnerHTML={{ __html: withResponsiveImages(html) }}
    />
  );
}
