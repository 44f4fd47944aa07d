import { Check, EyeOff, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { RowAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { decidePosts, listPosts, type QueuedPost, removePosts, threadKeys } from '../data.ts';

const statuses = ['waiting', 'shown', 'hidden'] as const;

/** The moderation queue of a kind: show, hide or delete posts, with the reasons of reports. */
export function PostQueue({ kind, actions }: { kind: string; actions?: ReactNode }) {
  const { t } = useTranslation('threads');
  const db = useDb();
  const { account_id } = useAccount();
  const columns = usePostColumns();
  const list = useList({
    key: threadKeys.queue(account_id, kind),
    filters: {
      status: { label: t('queue.state'), isSingle: true, options: choices(statuses, (id) => t(`queue.status.${id}`)) },
    },
    read: (request) => listPosts(db, account_id, kind, request),
  });
  const decision = (row: QueuedPost, status: 'shown' | 'hidden'): RowAction | false =>
    row.status !== status && {
      id: status,
      label: t(status === 'shown' ? 'queue.show' : 'queue.hide'),
      icon: status === 'shown' ? Check : EyeOff,
      run: () => decidePosts(db, [row.id], status),
      done: t(`queue.done.${status}`, { name: row.author_name }),
    };
  return (
    <ListScreen
      list={list}
      title={t('queue.title')}
      sentence={t('queue.sentence')}
      actions={actions}
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
          run: () => removePosts(db, [row.id]),
          done: t('queue.removed'),
          confirm: { title: t('queue.removeTitle', { name: row.author_name }), text: t('queue.removeText') },
        },
      ]}
      bulk={[
        { label: t('queue.showMany'), icon: Check, run: (ids) => decidePosts(db, ids, 'shown') },
        { label: t('queue.hideMany'), icon: EyeOff, run: (ids) => decidePosts(db, ids, 'hidden') },
        {
          isDanger: true,
          verb: 'removed',
          run: (ids) => removePosts(db, ids),
          confirm: { text: t('queue.removeManyText') },
        },
      ]}
      empty={{ title: t('queue.emptyTitle'), text: t('queue.emptyText') }}
      noMatch={t('queue.noMatch')}
    />
  );
}

/** How often a post was reported, and the reasons that were entered. */
function Reports({ row }: { row: QueuedPost }) {
  const { t } = useTranslation('threads');
  const reasons = row.thread_reports.flatMap(({ reason }) => (reason ? [reason] : []));
  if (row.thread_reports.length === 0) return null;
  return (
    <span className="muted">
      {t('queue.reports', { count: row.thread_reports.length })}
      {reasons.length > 0 ? (
        <>
          {': '}
          <q dir="auto">{reasons.join(' · ')}</q>
        </>
      ) : null}
    </span>
  );
}

function usePostColumns(): ListColumn<QueuedPost>[] {
  const { t } = useTranslation('threads');
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
          <Reports row={row} />
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
        <a className="link" href={`${row.threads.path}#comment-${row.id}`} target="_blank" rel="noopener">
          {row.threads.title}
        </a>
      ),
      csv: (row) => row.threads.title,
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
