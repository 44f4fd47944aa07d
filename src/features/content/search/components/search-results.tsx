import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import type { SearchResult } from '../data.ts';

/** Search results, grouped by kind. */
export function SearchResults({ results }: { results: readonly SearchResult[] }) {
  const { t } = useTranslation('search');
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  return kinds.map((kind) => (
    <section key={kind} className="search-kind" aria-label={t(`kind.${kind}`)}>
      <h2 className="search-kind-name">{t(`kind.${kind}`)}</h2>
      <ul>
        {results
          .filter((row) => row.kind === kind)
          .map((row) => (
            <li key={row.id}>
              <a className="search-hit" href={hrefOf(row)}>
                {row.picture ? (
                  <Picture picture={{ src: row.picture, alt: '' }} box={{ width: 64, height: 48 }} sizes="4rem" />
                ) : null}
                <span>
                  <b dir="auto">
                    <ContentText language={row.language}>{row.title}</ContentText>
                  </b>
                  {row.text ? (
                    <span className="search-text" dir="auto">
                      <ContentText language={row.language}>{row.text}</ContentText>
                    </span>
                  ) : null}
                </span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  ));
}

/** URL of a result; a product without a course leads to its checkout. */
export function hrefOf({ kind, id, slug }: Pick<SearchResult, 'kind' | 'id' | 'slug'>): string {
  if (kind === 'post') return paths.post(slug);
  if (kind === 'page') return slug === 'home' ? paths.home() : paths.page(slug);
  if (kind === 'member') return paths.memberCard(slug);
  if (kind === 'group') return paths.group(slug);
  return slug ? paths.course(slug) : paths.checkout(id);
}
