import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Inbox, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { MarketingTabs } from '#features/contacts/components/marketing-tabs.tsx';
import { paths } from '#paths';
import { Badge, StatusDot } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTableState } from '#ui/table-state.ts';
import { RelativeTime } from '#ui/time.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { addForm, type FormRow, formQueries, removeForm } from '../data.ts';
import { writtenOf } from '../rules.ts';
import { formField } from '../schema.ts';

/** Every form of the site. */
export default function FormList() {
  const { t } = useTranslation('forms');
  const wire = useWire();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const state = useTableState({ pageSize: 500 });
  const list = useQuery(formQueries.list(wire, account_id));
  const [removed, setRemoved] = useState<FormRow | null>(null);
  const [isAdding, setAdding] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['forms', account_id] });

  async function add() {
    setAdding(true);
    try {
      const fields = [
        { id: 'name', type: 'text', label: t('list.startName'), isName: true },
        { id: 'email', type: 'email', label: t('list.startEmail'), isRequired: true },
        { id: 'message', type: 'long', label: t('list.startMessage'), isRequired: true },
      ].map((field) => formField.parse(field));
      const id = await addForm(wire, account_id, { name: t('list.newName'), fields });
      await refresh();
      await navigate(paths.editForm(id));
    } catch (error) {
      showProblem((error as Error).message);
      setAdding(false);
    }
  }
  async function copy(row: FormRow) {
    const name = t('list.copyName', { name: row.name }).slice(0, 120);
    try {
      await addForm(wire, account_id, { ...writtenOf(row), name, status: 'closed' });
      await refresh();
      showToast(t('list.copied', { name }));
    } catch (error) {
      showProblem((error as Error).message);
    }
  }

  const columns: Column<FormRow>[] = [
    { id: 'name', label: t('list.name'), phone: 'main', cell: (row) => <bdi>{row.name}</bdi> },
    {
      id: 'status',
      label: t('list.status'),
      phone: 'side',
      cell: (row) =>
        row.status === 'open' ? <StatusDot>{t('list.open')}</StatusDot> : <Badge>{t('list.closed')}</Badge>,
    },
    { id: 'fields', label: t('list.fields'), isEnd: true, phone: 'hide', cell: (row) => row.fields.length },
    { id: 'answers', label: t('list.answers'), isEnd: true, phone: 'under', cell: (row) => row.submissions },
    {
      id: 'latest',
      label: t('list.latest'),
      isEnd: true,
      phone: 'hide',
      cell: (row) => (row.latest_at ? <RelativeTime when={row.latest_at} /> : t('list.never')),
    },
  ];
  const newButton = (
    <Button variant="primary" icon={Plus} isBusy={isAdding} onPress={() => void add()}>
      {t('list.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader title={t('list.title')} count={list.data?.length} sentence={t('list.sentence')} actions={newButton} />
      <MarketingTabs />
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        state={state}
        total={list.data?.length}
        rowHref={(row) => paths.editForm(row.id)}
        rowActions={(row) => ({
          quick: [
            {
              label: t('list.edit', { name: row.name }),
              icon: Pencil,
              href: paths.editForm(row.id),
            },
            {
              label: t('list.see', { name: row.name }),
              icon: Inbox,
              href: paths.formAnswers(row.id),
            },
          ],
          menu: [
            {
              id: 'more',
              items: [
                { id: 'copy', label: t('list.copy', { name: row.name }), icon: Copy, onAction: () => void copy(row) },
                {
                  id: 'remove',
                  label: t('list.remove', { name: row.name }),
                  icon: Trash2,
                  isDanger: true,
                  onAction: () => setRemoved(row),
                },
              ],
            },
          ],
        })}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title={t('list.emptyTitle')} actions={newButton}>
            {t('list.emptyText')}
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={removed !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoved(null)}
        title={t('list.removeTitle', { name: removed?.name ?? '' })}
        confirmLabel={t('list.removeConfirm')}
        isDanger
        onConfirm={async () => {
          if (!removed) return;
          await removeForm(wire, account_id, removed.id);
          await refresh();
          showToast(t('list.removed', { name: removed.name }));
        }}
      >
        {t('list.removeText', { count: removed?.submissions ?? 0 })}
      </ConfirmDialog>
    </main>
  );
}
