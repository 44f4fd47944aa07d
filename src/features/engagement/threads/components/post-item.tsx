import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import type { ThreadPost } from '../data.ts';
import { reactions, textParts } from '../rules.ts';
import { reactionIcons } from './reaction-icons.ts';
import { useWords } from './use-words.ts';

type Props = {
  post: ThreadPost;
  /** Whom it answers, where that is not the post it stands under. */
  replyTo: string | undefined;
  /** Where somebody who is not signed in goes to open a file. */
  loginPath?: string;
  /** What a member sees instead of the text, the reactions and the files. */
  body?: ReactNode;
  footer?: ReactNode;
};

/** A post as everyone reads it. */
export function PostItem({ post, replyTo, loginPath, body, footer }: Props) {
  const { t } = useTranslation('threads');
  const words = useWords();
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  if (post.status === 'removed')
    return (
      <article className="comment" id={`comment-${post.id}`}>
        <p className="muted">{words('conversation.gone')}</p>
      </article>
    );
  return (
    <article className="comment" id={`comment-${post.id}`}>
      <p className="quiet">
        <b dir="auto">{post.author_name}</b>
        {replyTo ? ' ' : null}
        {replyTo ? <span>{t('conversation.replyTo', { name: replyTo })}</span> : null} ·{' '}
        <a className="comment-date" href={`#comment-${post.id}`}>
          <time dateTime={post.created_at}>{day.format(new Date(post.created_at))}</time>
        </a>
        {post.edited_at ? ` · ${t('conversation.edited')}` : ''}
        {post.is_pinned ? <mark className="comment-mark">{t('conversation.pinned')}</mark> : null}
        {post.status === 'waiting' ? <mark className="comment-mark">{t('conversation.waiting')}</mark> : null}
      </p>
      {body ?? (
        <>
          <PostText post={post} />
          <ReactionCounts post={post} />
          <FileNames post={post} loginPath={loginPath} />
        </>
      )}
      {footer}
    </article>
  );
}

/** The text, with the members it mentions set off. */
export function PostText({ post }: { post: ThreadPost }) {
  const slugs = post.thread_mentions.map(({ slug }) => slug);
  return (
    <p className="comment-words" dir="auto">
      {textParts(post.content, slugs).map(({ text, isMention }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no name of their own
        isMention ? <b key={index}>{text}</b> : text,
      )}
    </p>
  );
}

function ReactionCounts({ post }: { post: ThreadPost }) {
  const { t } = useTranslation('threads');
  const counted = reactions.filter((reaction) => (post.reactions[reaction] ?? 0) > 0);
  if (counted.length === 0) return null;
  return (
    <ul className="reactions">
      {counted.map((reaction) => {
        const Icon = reactionIcons[reaction];
        return (
          <li key={reaction} className="reaction">
            <Icon aria-label={t(`reaction.${reaction}`)} role="img" /> {post.reactions[reaction]}
          </li>
        );
      })}
    </ul>
  );
}

function FileNames({ post, loginPath }: { post: ThreadPost; loginPath: string | undefined }) {
  const { t } = useTranslation('threads');
  if (post.thread_attachments.length === 0) return null;
  return (
    <ul className="comment-files">
      {post.thread_attachments.map((file) => (
        <li key={file.id}>
          {loginPath ? (
            <a href={loginPath} aria-label={t('conversation.fileSignIn', { name: file.name })} dir="auto">
              {file.name}
            </a>
          ) : (
            <span dir="auto">{file.name}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
