import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, EyeOff, MessageSquare, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat, listFormat } from '#base/shared/formats.ts';
import { ScheduledBadge } from '#features/content/publishing/components/scheduled-badge.tsx';
import { TrashButton } from '#features/content/publishing/components/trash-dialog.tsx';
import { unpublish } from '#features/content/publishing/data.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { RowAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { listPossibleAuthors } from '../authors/data.ts';
import {
  copyPost,
  type ListedPost,
  listPostRows,
  type PostState,
  removePost,
  removePosts,
  unpublishPosts,
} from '../data.ts';

const states: readonly PostState[] = ['published', 'draft', 'scheduled'];

export default function PostList() {
  const { t } = useTranslation(['posts', 'pages']);
  const db = useDb();
  const { account_id } = useAccount();
  const people = useQuery({
    queryKey: ['posts', account_id, 'authors'],
    queryFn: () => listPossibleAuthors(db, account_id),
  });
  const columns = usePostColumns();
  const actionsOf = usePostActions();
  const list = useList({
    key: ['posts', account_id],
    filters: {
      state: { label: t('list.state'), isSingle: true, options: choices(states, (id) => t(`pages:status.${id}`)) },
      author: {
        label: t('editor.author'),
        isSingle: true,
        options: people.data?.map(({ id, name }) => ({ id, label: name })),
      },
    },
    read: ({ author, ...request }) => listPostRows(db, account_id, { ...request, authorId: author }),
  });
  const newButton = (
    <LinkButton variant="primary" icon={Plus} href={paths.newPost()}>
      {t('list.new')}
    </LinkButton>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      sentence={t('list.sentence')}
      actions={
        <>
          <LinkButton icon={MessageSquare} href={paths.postComments()}>
            {t('commentQueue')}
          </LinkButton>
          <TrashButton kind="post" addressOf={paths.post} onRestored={list.refresh} />
          {newButton}
        </>
      }
      search={t('list.search')}
      columns={columns}
      exportName="posts"
      rowName={(row) => row.title}
      rowHref={(row) => paths.editPost(row.slug)}
      rowActions={actionsOf}
      bulk={[
        { label: t('list.unpublish'), icon: EyeOff, run: (ids) => unpublishPosts(db, ids) },
        { isDanger: true, verb: 'removed', run: (ids) => removePosts(db, ids), confirm: {} },
      ]}
      empty={{ title: t('list.noneTitle'), text: t('list.emptyText'), action: newButton }}
      noMatch={t('list.emptyTitle')}
    />
  );
}

function usePostActions(): (row: ListedPost) => (RowAction | false)[] {
  const { t } = useTranslation(['posts', 'pages']);
  const db = useDb();
  const { account_id } = useAccount();
  return (row) => [
    { id: 'edit', label: t('list.edit'), icon: PencilLine, href: paths.editPost(row.slug) },
    row.status === 'published' && {
      id: 'view',
      label: t('list.view'),
      icon: ExternalLink,
      href: paths.post(row.slug),
      target: '_blank',
    },
    row.status === 'published' && {
      id: 'hide',
      label: t('list.unpublish'),
      icon: EyeOff,
      run: () => unpublish(db, 'post', row.id),
      done: t('list.unpublished', { title: row.title }),
    },
    {
      id: 'copy',
      label: t('pages:list.copy'),
      icon: Copy,
      run: () => copyPost(db, row.id),
      done: t('pages:list.copied', { title: row.title }),
    },
    {
      id: 'remove',
      label: t('list.remove'),
      icon: Trash2,
      isDanger: true,
      run: () => removePost(db, account_id, row.id),
      done: t('list.removed', { title: row.title }),
      confirm: { title: t('list.removeTitle', { title: row.title }), text: t('list.removeText') },
    },
  ];
}

function usePostColumns(): ListColumn<ListedPost>[] {
  const { t } = useTranslation(['posts', 'pages']);
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' });
  return [
    { id: 'title', label: t('list.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.title },
    { id: 'slug', label: t('pages:list.address'), csv: (row) => paths.post(row.slug) },
    {
      id: 'status',
      label: t('list.state'),
      sort: true,
      phone: 'side',
      cell: (row) => (
        <span className="row">
          {row.status === 'published' ? (
            <StatusDot>{t('status.published')}</StatusDot>
          ) : row.publish_at ? null : (
            <Badge>{t('status.draft')}</Badge>
          )}
          {row.publish_at ? <ScheduledBadge at={row.publish_at} /> : null}
        </span>
      ),
      csv: (row) => t(`pages:status.${row.publish_at ? 'scheduled' : row.status}`),
    },
    {
      id: 'by',
      label: t('editor.author'),
      cell: (row) => <bdi>{listFormat(locale).format(row.by)}</bdi>,
      csv: (row) => row.by.join(', '),
    },
    {
      id: 'published_at',
      label: t('list.published'),
      sort: true,
      phone: 'under',
      cell: (row) => (row.published_at ? day.format(new Date(row.published_at)) : ''),
      csv: (row) => row.published_at,
    },
    {
      id: 'updated_at',
      label: t('list.changed'),
      sort: true,
      cell: (row) => day.format(new Date(row.updated_at)),
      csv: (row) => row.updated_at,
    },
  ];
}
