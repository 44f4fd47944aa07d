import { Check, EyeOff, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { RowAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { type CommentRow, decideComments, listComments, removeComment, removeComments } from '../data.ts';

const statuses = ['waiting', 'shown', 'hidden'] as const;

/** Moderation queue: publish, hide, mark as spam or delete comments. */
export default function CommentQueue() {
  const { t } = useTranslation('posts');
  const db = useDb();
  const { account_id } = useAccount();
  const columns = useCommentColumns();
  const list = useList({
    key: ['post-comments', account_id],
    filters: {
      status: { label: t('queue.state'), isSingle: true, options: choices(statuses, (id) => t(`queue.status.${id}`)) },
    },
    read: (request) => listComments(db, account_id, request),
  });
  const decision = (row: CommentRow, status: 'shown' | 'hidden'): RowAction | false =>
    row.status !== status && {
      id: status,
      label: t(status === 'shown' ? 'queue.show' : 'queue.hide'),
      icon: status === 'shown' ? Check : EyeOff,
      run: () => decideComments(db, [row.id], status),
      done: t(`queue.done.${status}`, { name: row.author_name }),
    };
  return (
    <ListScreen
      list={list}
      title={t('queue.title')}
      sentence={t('queue.sentence')}
      actions={<LinkButton href={paths.posts()}>{t('editor.back')}</LinkButton>}
      search={t('queue.search')}
      columns={columns}
      exportName="comments"
      rowName={(row) => t('queue.of', { name: row.author_name })}
      rowActions={(row) => [
        decision(row, 'shown'),
        decision(row, 'hidden'),
        {
          id: 'remove',
          label: t('queue.remove'),
          icon: Trash2,
          isDanger: true,
          run: () => removeComment(db, account_id, row.id),
          done: t('queue.removed'),
          confirm: { title: t('queue.removeTitle', { name: row.author_name }), text: t('queue.removeText') },
        },
      ]}
      bulk={[
        { label: t('queue.showMany'), icon: Check, run: (ids) => decideComments(db, ids, 'shown') },
        { label: t('queue.hideMany'), icon: EyeOff, run: (ids) => decideComments(db, ids, 'hidden') },
        {
          isDanger: true,
          verb: 'removed',
          run: (ids) => removeComments(db, ids),
          confirm: { text: t('queue.removeManyText') },
        },
      ]}
      empty={{ title: t('queue.emptyTitle'), text: t('queue.emptyText') }}
      noMatch={t('queue.noMatch')}
    />
  );
}

function useCommentColumns(): ListColumn<CommentRow>[] {
  const { t } = useTranslation('posts');
  const { locale } = useSite();
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return [
    {
      id: 'content',
      label: t('queue.comment'),
      phone: 'main',
      cell: (row) => (
        <span className="grid">
          <span className="whitespace-pre-line" dir="auto">
            {row.content}
          </span>
          {row.post_comment_reports.length > 0 ? (
            <span className="muted">{t('queue.reports', { count: row.post_comment_reports.length })}</span>
          ) : null}
        </span>
      ),
      csv: (row) => row.content,
    },
    { id: 'author', label: t('queue.author'), sort: true, phone: 'under', cell: (row) => row.author_name },
    {
      id: 'post',
      isWritten: true,
      label: t('queue.post'),
      sort: true,
      cell: (row) => (
        <a className="link" href={`${paths.post(row.posts.slug)}#comment-${row.id}`} target="_blank" rel="noopener">
          {row.posts.title}
        </a>
      ),
      csv: (row) => row.posts.title,
    },
    {
      id: 'status',
      label: t('queue.state'),
      sort: true,
      phone: 'side',
      cell: ({ status }) =>
        status === 'shown' ? (
          <StatusDot>{t('queue.status.shown')}</StatusDot>
        ) : (
          <Badge tone={status === 'waiting' ? 'warning' : 'neutral'}>{t(`queue.status.${status}`)}</Badge>
        ),
      csv: (row) => t(`queue.status.${row.status}`),
    },
    {
      id: 'created_at',
      label: t('queue.at'),
      sort: true,
      cell: (row) => at.format(new Date(row.created_at)),
      csv: (row) => row.created_at,
    },
  ];
}
