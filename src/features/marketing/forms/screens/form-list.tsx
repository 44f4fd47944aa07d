import { Copy, Inbox, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { MarketingTabs } from '#features/marketing/contacts/components/marketing-tabs.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { RowAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { addContactForm, addForm, type FormRow, listForms, removeForm, removeForms } from '../data.ts';
import { editableOf } from '../rules.ts';

const statuses = ['open', 'closed'] as const;

/** Lists the site's forms. */
export default function FormList() {
  const { t } = useTranslation('forms');
  const db = useDb();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const columns = useFormColumns();
  const actionsOf = useFormActions();
  const list = useList({
    key: ['forms', account_id],
    filters: {
      status: { label: t('list.status'), isSingle: true, options: choices(statuses, (id) => t(`list.${id}`)) },
    },
    read: (request) => listForms(db, account_id, request),
  });
  const adding = useSave(() => addContactForm(db, account_id, t), {
    invalidates: [['forms', account_id]],
    onSaved: ({ id }) => navigate(paths.editForm(id)),
  });
  const newButton = (
    <Button variant="primary" icon={Plus} isBusy={adding.isSaving} onPress={() => void adding.save()}>
      {t('list.new')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      sentence={t('list.sentence')}
      tabs={<MarketingTabs />}
      actions={newButton}
      search={t('list.search')}
      columns={columns}
      exportName="forms"
      rowName={(row) => row.name}
      rowHref={(row) => paths.editForm(row.id)}
      rowActions={actionsOf}
      bulk={[
        {
          isDanger: true,
          verb: 'removed',
          run: (ids) => removeForms(db, ids),
          confirm: { text: t('list.removeManyText') },
        },
      ]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: newButton }}
      noMatch={t('list.noMatch')}
    />
  );
}

function useFormActions(): (row: FormRow) => RowAction[] {
  const { t } = useTranslation('forms');
  const db = useDb();
  const { account_id } = useAccount();
  return (row) => {
    const { name } = row;
    const copyName = t('list.copyName', { name }).slice(0, 120);
    return [
      { id: 'edit', label: t('list.edit', { name }), icon: Pencil, isQuick: true, href: paths.editForm(row.id) },
      { id: 'answers', label: t('list.see', { name }), icon: Inbox, isQuick: true, href: paths.formAnswers(row.id) },
      {
        id: 'copy',
        label: t('list.copy', { name }),
        icon: Copy,
        run: () => addForm(db, account_id, { ...editableOf(row), name: copyName, status: 'closed' }),
        done: t('list.copied', { name: copyName }),
      },
      {
        id: 'remove',
        label: t('list.remove', { name }),
        icon: Trash2,
        isDanger: true,
        run: () => removeForm(db, account_id, row.id),
        done: t('list.removed', { name }),
        confirm: {
          title: t('list.removeTitle', { name }),
          text: t('list.removeText', { count: row.submissions }),
          label: t('list.removeConfirm'),
        },
      },
    ];
  };
}

function useFormColumns(): ListColumn<FormRow>[] {
  const { t } = useTranslation('forms');
  return [
    { id: 'name', label: t('list.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.name },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.status === 'open' ? <StatusDot>{t('list.open')}</StatusDot> : <Badge>{t('list.closed')}</Badge>,
      csv: (row) => t(`list.${row.status}`),
    },
    { id: 'fields', label: t('list.fields'), isEnd: true, phone: 'hide', cell: (row) => row.fields.length },
    {
      id: 'submissions',
      label: t('list.answers'),
      sort: true,
      isEnd: true,
      phone: 'under',
      cell: (row) => row.submissions,
    },
    {
      id: 'latest_at',
      label: t('list.latest'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => (row.latest_at ? <RelativeTime when={row.latest_at} /> : t('list.never')),
      csv: (row) => row.latest_at,
    },
  ];
}
