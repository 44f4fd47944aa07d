import { useTranslation } from 'react-i18next';
import { escapeHtml, withEmbeds } from '#base/shared/rich-html.ts';
import { useContentAttributes } from '#ui/display/content-language.tsx';

/** Renders sanitised HTML; embeds of other sites wait for the reader's consent. */
export function LongText({ html }: { html: string }) {
  const { t } = useTranslation('posts');
  const written = useContentAttributes();
  const withPlayers = withEmbeds(html, ({ src, host }, address) => {
    const [player, name, own] = [src, host, address].map(escapeHtml);
    return `<div class="embed embed-wide" data-embed="${player}" data-title="${name}"><div class="embed-ask"><p>${escapeHtml(
      t('embed.ask', { host }),
    )}</p><p class="block-buttons"><button type="button" hidden data-embed-load="" class="btn btn-primary btn-lg">${escapeHtml(
      t('embed.load'),
    )}</button> <a class="btn btn-line btn-lg" href="${own}" rel="noopener" target="_blank">${escapeHtml(t('embed.visit', { host }))}</a></p></div></div>`;
  });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the loader; what is put in is escaped
  return <div className="prose" {...written} dangerouslySetInnerHTML={{ __html: withPlayers }} />;
}
