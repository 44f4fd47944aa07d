import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { Picture } from '#ui/display/picture.tsx';
import { Written } from '#ui/display/written-in.tsx';
import type { Found } from '../data.ts';

/** What was found, each kind under its name. */
export function SearchResults({ found }: { found: readonly Found[] }) {
  const { t } = useTranslation('search');
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => (
    <section key={kind} className="search-kind" aria-label={t(`kind.${kind}`)}>
      <h2 className="search-kind-name">{t(`kind.${kind}`)}</h2>
      <ul>
        {found
          .filter((row) => row.kind === kind)
          .map((row) => (
            <li key={row.id}>
              <a className="search-hit" href={addressOf(row)}>
                {row.picture ? (
                  <Picture picture={{ src: row.picture, alt: '' }} box={{ width: 64, height: 48 }} sizes="4rem" />
                ) : null}
                <span>
                  <b dir="auto">
                    <Written language={row.language}>{row.title}</Written>
                  </b>
                  {row.text ? (
                    <span className="search-text" dir="auto">
                      <Written language={row.language}>{row.text}</Written>
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

/** Where a thing is read about; what has no course of its own is bought straight away. */
export function addressOf({ kind, id, slug }: Pick<Found, 'kind' | 'id' | 'slug'>): string {
  if (kind === 'post') return paths.post(slug);
  if (kind === 'page') return slug === 'home' ? paths.home() : paths.page(slug);
  if (kind === 'member') return paths.memberCard(slug);
  if (kind === 'group') return paths.group(slug);
  return slug ? paths.course(slug) : paths.checkout(id);
}
