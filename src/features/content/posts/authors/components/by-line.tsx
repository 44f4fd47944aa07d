import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { listFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import type { Author } from '../rules.ts';

/** Placeholder for the names in the translated sentence; occurs in no text. */
const NAMES = '\uFFFC';

/** A post's authors; each name links to their other posts. */
export function ByLine({ authors }: { authors: readonly Author[] }) {
  const { t } = useTranslation('posts');
  const { locale } = useSite();
  const [before, after] = t('by', { name: NAMES }).split(NAMES);
  // The list formatter gets indexes, as two authors may have the same name.
  const parts = listFormat(locale).formatToParts(authors.map((_, index) => String(index)));
  return (
    <>
      {before}
      {parts.map(({ type, value }, index) => {
        const author = type === 'element' ? authors[Number(value)] : undefined;
        return author ? (
          <a key={author.id} className="link" rel="author" href={paths.blog({ author: author.slug })}>
            <bdi>{author.name}</bdi>
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: what stands between two names is nothing but its place
          <span key={index}>{value}</span>
        );
      })}
      {after}
    </>
  );
}
