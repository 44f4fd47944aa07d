import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import { ByLine } from '../authors/components/by-line.tsx';
import type { Author } from '../authors/rules.ts';
import type { Post } from '../data.ts';
import { LongText } from './long-text.tsx';
import { Day } from './post-tile.tsx';

type PostArticleProps = {
  post: Post;
  authors: readonly Author[];
  minutes: number;
  /** Its URL, now or once published, for the share links. */
  url: string;
};

/** A rendered post; `html` is sanitised. */
export function PostArticle({ post, authors, minutes, url }: PostArticleProps) {
  return (
    <article className="band post">
      <div className="wide">
        <PostHead post={post} authors={authors} minutes={minutes} />
        {post.cover ? (
          <Picture
            className="cover post-cover"
            picture={{ ...post.cover, src: post.cover.image, alt: post.cover.alt ?? '' }}
            isFirst
          />
        ) : null}
        <LongText html={post.content} />
        <footer className="post-foot">
          {post.tags.length > 0 ? (
            <p className="chips">
              {post.tags.map((tag) => (
                <a key={tag} className="chip" href={paths.blog({ tag })}>
                  <ContentText isApart>{tag}</ContentText>
                </a>
              ))}
            </p>
          ) : null}
          <ShareLinks title={post.title} url={url} />
          {authors
            .filter(({ bio }) => bio)
            .map(({ id, name, bio }) => (
              <p key={id}>
                <b dir="auto">{name}</b>{' '}
                <span className="muted">
                  <ContentText isApart>{bio}</ContentText>
                </span>
              </p>
            ))}
        </footer>
      </div>
    </article>
  );
}

function PostHead({ post, authors, minutes }: Omit<PostArticleProps, 'url'>) {
  const { t } = useTranslation('posts');
  const written = useContentAttributes();
  return (
    <header className="post-head">
      <p className="blog-feeds quiet">
        {post.categories.map((category) => (
          <a key={category} className="link" href={paths.blog({ category })}>
            <ContentText isApart>{category}</ContentText>
          </a>
        ))}
      </p>
      <h1 className="hd d-64" {...written}>
        {post.title}
      </h1>
      {post.excerpt ? (
        <p className="lead" {...written}>
          {post.excerpt}
        </p>
      ) : null}
      <p className="quiet">
        {authors.length > 0 ? (
          <>
            <ByLine authors={authors} />
            {' · '}
          </>
        ) : null}
        <Day at={post.published_at} /> · {t('minutes', { count: minutes })}
      </p>
    </header>
  );
}

function ShareLinks({ title, url }: { title: string; url: string }) {
  const { t } = useTranslation('posts');
  return (
    <p className="post-share">
      <span className="quiet">{t('share')}</span>
      <a className="link" href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}>
        {t('shareBy.mail')}
      </a>
      <a
        className="link"
        rel="noopener"
        href={`https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`}
      >
        LinkedIn
      </a>
      <a
        className="link"
        rel="noopener"
        href={`https://bsky.app/intent/compose?text=${encodeURIComponent(`${title} ${url}`)}`}
      >
        Bluesky
      </a>
    </p>
  );
}
