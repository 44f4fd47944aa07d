import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat, listFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { ContentText, UiText, useContentAttributes, useUiTextAttributes } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import type { Author } from '../authors/rules.ts';
import type { PostCard } from '../data.ts';

/** A post as a tile in lists. */
export function PostTile({
  post,
  authors = [],
  isLead = false,
  level = 2,
}: {
  post: PostCard;
  authors?: readonly Author[];
  isLead?: boolean;
  level?: 2 | 3;
}) {
  const { t } = useTranslation('posts');
  const { locale } = useSite();
  const written = useContentAttributes();
  const Title = `h${level}` as const;
  return (
    <a className={isLead ? 'tile post-lead' : 'tile'} href={paths.post(post.slug)}>
      {post.cover ? (
        <Picture
          className="cover"
          picture={{ ...post.cover, src: post.cover.image, alt: '' }}
          isFirst={isLead}
          sizes={isLead ? '(min-width: 64rem) 40rem, 100vw' : '(min-width: 64rem) 24rem, 100vw'}
        />
      ) : null}
      <span className="tile-text">
        <span className="quiet">
          {post.settings.featured ? (
            <>
              <UiText>{t('featured')}</UiText>
              {' · '}
            </>
          ) : null}
          <ContentText isApart>{post.categories[0]}</ContentText>
        </span>
        <Title className={`hd ${isLead ? 'd-32' : 'd-20'}`} {...written}>
          {post.title}
        </Title>
        <span className="muted" {...written}>
          {post.excerpt}
        </span>
        <span className="quiet">
          {authors.length > 0 ? (
            <>
              <bdi>{listFormat(locale).format(authors.map(({ name }) => name))}</bdi>
              {' · '}
            </>
          ) : null}
          <Day at={post.published_at} />
        </span>
      </span>
    </a>
  );
}

/** A date in the reader's language, independent of the time zone so that server and browser render the same. */
export function Day({ at }: { at: string }) {
  const { locale } = useSite();
  const ownWords = useUiTextAttributes();
  const text = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
  return (
    <time dateTime={at} {...ownWords}>
      {text}
    </time>
  );
}
