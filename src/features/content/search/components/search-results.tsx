import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import type { SearchResult } from '../data.ts';
import { markMatches } from '../rules.ts';

/** Search results, grouped by kind; the group of the best result comes first. */
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
                    <ContentText language={row.language}>
                      <Marked text={row.title} matched={row.matched} />
                    </ContentText>
                  </b>
                  {row.is_draft ? <span className="search-draft">{t('draft')}</span> : null}
                  {row.text ? (
                    <span className="search-text" dir="auto">
                      <ContentText language={row.language}>
                        <Marked text={row.text} matched={row.matched} />
                      </ContentText>
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

/** A text with what the search found in it marked. */
function Marked({ text, matched }: { text: string; matched: readonly string[] }) {
  let at = 0;
  return markMatches(text, matched).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : part.text;
  });
}

type Place = Pick<SearchResult, 'kind' | 'id' | 'slug' | 'course_slug' | 'is_draft' | 'opens_player'>;

/** URL of a result: a draft leads to its editor, a product of a course to the course. */
export function hrefOf({ kind, id, slug, course_slug, is_draft, opens_player }: Place): string {
  switch (kind) {
    case 'course':
      return is_draft ? paths.editCourse(slug) : paths.course(slug);
    case 'lesson':
      if (is_draft) return paths.editCourse(course_slug ?? '');
      return opens_player ? paths.player(course_slug ?? '', slug) : paths.previewLesson(course_slug ?? '', slug);
    case 'post':
      return is_draft ? paths.editPost(slug) : paths.post(slug);
    case 'page':
      if (is_draft) return paths.editPage(slug);
      return slug === 'home' ? paths.home() : paths.page(slug);
    case 'doc':
      return is_draft ? paths.editDoc(id) : paths.doc(slug);
    case 'group':
      return paths.group(slug);
    case 'member':
      return paths.memberCard(slug);
    default:
      if (is_draft) return paths.product(id);
      return course_slug ? paths.course(course_slug) : paths.productPage(slug);
  }
}
