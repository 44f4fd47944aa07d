import { useTranslation } from 'react-i18next';
import { LongText } from '#features/content/posts/components/long-text.tsx';
import { Day } from '#features/content/posts/components/post-tile.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import type { withHeadings } from '../rules.ts';

/** The text of a documentation page with the list of its headings. */
export function DocArticle({
  doc,
  headings,
}: {
  doc: { title: string; summary: string; content: string; updated_at: string };
  headings: ReturnType<typeof withHeadings>['headings'];
}) {
  const { t } = useTranslation('docs');
  const written = useContentAttributes();
  return (
    <article>
      <h1 className="hd d-48" {...written}>
        {doc.title}
      </h1>
      {doc.summary ? (
        <p className="lead" {...written}>
          {doc.summary}
        </p>
      ) : null}
      {headings.length > 1 ? (
        <nav aria-labelledby="docs-on-page" className="docs-headings">
          <p id="docs-on-page" className="quiet">
            {t('onPage')}
          </p>
          <ul>
            {headings.map(({ id, text, level }) => (
              <li key={id} data-level={level}>
                <a href={`#${id}`} {...written}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <LongText html={doc.content} />
      <p className="quiet">
        {t('changed')} <Day at={doc.updated_at} />
      </p>
    </article>
  );
}
