import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { useAction } from '#ui/fields/use-action.ts';
import { COMMENTS_PER_PAGE, type Comment, commentsOf, reportComment, withdrawComment } from '../data.ts';
import { MAX_COMMENT, threadsOf } from '../rules.ts';
import { addComment } from './send-comment.ts';

type Props = { postId: string; slug: string; comments: Comment[]; older: number; isQuiet: boolean };

/** Comments of a post. Members write, reply, report and delete their own. */
export function PostComments({ postId, slug, comments, older, isQuiet }: Props) {
  const { t } = useTranslation('posts');
  const site = useSite();
  const { status: access, member } = useMembership();
  const isMember = access === 'member' && member !== null;
  const account = site.account.account_id;
  const [pages, setPages] = useState(1);
  const list = useRef<HTMLUListElement>(null);
  const ownComments = useQuery({
    queryKey: ['post-comments', account, postId, pages],
    queryFn: () => commentsOf(dbOf(site), account, postId, pages),
    enabled: isMember || pages > 1,
    placeholderData: keepPreviousData,
  });
  const { comments: shown, older: further } = ownComments.data ?? { comments, older };
  const isLoading = ownComments.isFetching && pages > 1;
  const [answering, setAnswering] = useState<string | null>(null);
  const [message, setSaid] = useState('');
  const count = shown.filter(({ status }) => status === 'shown').length + further;
  const tools = { postId, me: member?.id ?? null, isQuiet, answering, setAnswering, setSaid };
  return (
    <>
      <h2 className="hd d-32">{t('comments.title', { count })}</h2>
      {further > 0 ? (
        <p>
          <button
            type="button"
            className="btn btn-line"
            aria-disabled={isLoading}
            onClick={() => {
              if (isLoading) return;
              // The "older" button disappears with the last page: focus moves to the list.
              if (further <= COMMENTS_PER_PAGE) list.current?.focus();
              if (ownComments.isError) void ownComments.refetch();
              else setPages(pages + 1);
            }}
          >
            {t('comments.older')}
          </button>
        </p>
      ) : null}
      <ul className="comments" ref={list} tabIndex={-1}>
        {threadsOf(shown).map(({ comment, replies }) => (
          <li key={comment.id}>
            <CommentItem comment={comment} {...tools} />
            {replies.length > 0 ? (
              <ul className="comments">
                {replies.map((reply) => (
                  <li key={reply.id}>
                    <CommentItem comment={reply} {...tools} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      <p role="status" className="muted">
        {ownComments.isError ? t('list.failed') : message}
      </p>
      {isQuiet ? <p className="muted">{t('comments.closed')}</p> : null}
      {!isQuiet && isMember ? <CommentForm postId={postId} parentId={null} onSaid={setSaid} /> : null}
      {!isQuiet && !isMember ? (
        <p>
          <a className="btn btn-line btn-lg" href={paths.login(paths.post(slug))}>
            {t('comments.signIn')}
          </a>
        </p>
      ) : null}
    </>
  );
}

type Tools = {
  postId: string;
  me: string | null;
  isQuiet: boolean;
  answering: string | null;
  setAnswering: (id: string | null) => void;
  setSaid: (sentence: string) => void;
};

function CommentItem({ comment, ...tools }: Tools & { comment: Comment }) {
  const { t } = useTranslation('posts');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <article className="comment" id={`comment-${comment.id}`}>
      <p className="quiet">
        <b dir="auto">{comment.author_name}</b> ·{' '}
        <time dateTime={comment.created_at}>{day.format(new Date(comment.created_at))}</time>
        {comment.status === 'waiting' ? ` · ${t('comments.waiting')}` : ''}
      </p>
      <p className="comment-words" dir="auto">
        {comment.content}
      </p>
      {tools.me ? <CommentTools comment={comment} {...tools} /> : null}
      {tools.answering === comment.id ? (
        <CommentForm
          postId={tools.postId}
          parentId={comment.id}
          onSaid={(sentence) => {
            tools.setAnswering(null);
            tools.setSaid(sentence);
          }}
        />
      ) : null}
    </article>
  );
}

/** A member's actions on a comment: reply to or report another's, delete their own. */
function CommentTools({
  comment,
  postId,
  me,
  isQuiet,
  answering,
  setAnswering,
  setSaid,
}: Tools & { comment: Comment }) {
  const { t } = useTranslation('posts');
  const site = useSite();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const account = site.account.account_id;
  async function run(request: Promise<void>, message: string) {
    try {
      await request;
      setSaid(message);
      await queries.invalidateQueries({ queryKey: ['post-comments', account, postId] });
    } catch (error) {
      setSaid(error instanceof Error && error.message ? error.message : t('list.failed'));
    }
    setAsks(false);
  }
  if (asks) {
    const isOwn = comment.member_id === me;
    return (
      <p className="comment-tools">
        <span>{t(isOwn ? 'comments.removeAsk' : 'comments.reportAsk')}</span>
        <button
          type="button"
          className="link"
          onClick={() =>
            void run(
              isOwn ? withdrawComment(dbOf(site), comment.id) : reportComment(dbOf(site), comment.id, ''),
              t(isOwn ? 'comments.removed' : 'comments.reported'),
            )
          }
        >
          {t(isOwn ? 'comments.remove' : 'comments.report')}
        </button>
        <button type="button" className="link" onClick={() => setAsks(false)}>
          {t('comments.cancel')}
        </button>
      </p>
    );
  }
  return (
    <p className="comment-tools">
      {!isQuiet && comment.status === 'shown' ? (
        <button
          type="button"
          className="link"
          aria-expanded={answering === comment.id}
          aria-label={t('comments.answerTo', { name: comment.author_name })}
          onClick={() => setAnswering(answering === comment.id ? null : comment.id)}
        >
          {t('comments.answer')}
        </button>
      ) : null}
      {comment.member_id === me || comment.status === 'shown' ? (
        <button
          type="button"
          className="link"
          aria-label={t(comment.member_id === me ? 'comments.removeOf' : 'comments.reportOf', {
            name: comment.author_name,
          })}
          onClick={() => setAsks(true)}
        >
          {t(comment.member_id === me ? 'comments.remove' : 'comments.report')}
        </button>
      ) : null}
    </p>
  );
}

function CommentForm({
  postId,
  parentId,
  onSaid,
}: {
  postId: string;
  parentId: string | null;
  onSaid: (sentence: string) => void;
}) {
  const { t } = useTranslation('posts');
  const site = useSite();
  const queries = useQueryClient();
  const id = useId();
  const [text, setWords] = useState('');
  const [problem, setProblem] = useState('');
  const { run, isRunning: isBusy } = useAction();
  function send() {
    return run(async () => {
      if (!text.trim()) return setProblem(t('comments.needed'));
      try {
        const created = await addComment(dbOf(site), { post_id: postId, parent_id: parentId, content: text.trim() });
        setWords('');
        setProblem('');
        await queries.invalidateQueries({ queryKey: ['post-comments', site.account.account_id, postId] });
        onSaid(t(created.status === 'shown' ? 'comments.isShown' : 'comments.isWaiting'));
      } catch (error) {
        setProblem(error instanceof Error && error.message ? error.message : t('list.failed'));
      }
    });
  }
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <label className="field-label" htmlFor={id}>
        {t(parentId ? 'comments.yourAnswer' : 'comments.yours')}
      </label>
      <textarea
        id={id}
        className="input"
        rows={parentId ? 3 : 4}
        maxLength={MAX_COMMENT}
        value={text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          setWords(event.target.value);
          setProblem('');
        }}
      />
      {problem ? (
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
      <button type="submit" className="btn btn-primary btn-lg" aria-disabled={isBusy}>
        {t('comments.send')}
      </button>
    </form>
  );
}
