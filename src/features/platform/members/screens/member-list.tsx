import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { type TableState, useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { WindowedTable } from '#ui/table/windowed-table.tsx';
import { MemberBulkActions } from '../components/member-bulk-actions.tsx';
import { useMemberChanges } from '../components/member-changes.ts';
import { useMemberColumns } from '../components/member-columns.tsx';
import { type MemberDialog, MemberDialogs } from '../components/member-dialogs.tsx';
import { filterNames, filterOf, orderOf } from '../components/member-filters.tsx';
import { useMemberPermissions } from '../components/member-permissions.ts';
import { useMemberRowActions } from '../components/member-row-actions.ts';
import { MemberTabs } from '../components/member-tabs.tsx';
import { MemberToolbar } from '../components/member-toolbar.tsx';
import { useRoles } from '../components/use-roles.ts';
import { useMemberWindow } from '../components/use-virtual-members.ts';

export default function MemberList() {
  const { t } = useTranslation('members');
  const state = useTableState({ sort: { column: 'name', direction: 'ascending' }, filters: filterNames });
  const selection = useTableSelection(state);
  const changes = useMemberChanges();
  const columns = useMemberColumns();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set(['email']));
  const [dialog, setDialog] = useState<MemberDialog>();
  const filter = filterOf(state);
  const { rows, table } = useMemberWindow(filter, orderOf(state));
  const roles = useRoles();
  const permissions = useMemberPermissions();
  const rowActions = useMemberRowActions(permissions, setDialog, changes.block);
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={table.total}
        sentence={t('list.sentence')}
        actions={
          <Button variant="primary" icon={UserPlus} onPress={() => setDialog({ kind: 'invite' })}>
            {t('invite.title')}
          </Button>
        }
      />
      <MemberTabs />
      <MemberToolbar state={state} roles={roles} columns={columns} hidden={hidden} onHiddenChange={setHidden} />
      <WindowedTable
        {...table}
        label={t('list.title')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        state={state}
        hasMedia
        selection={selection}
        bulkActions={
          <MemberBulkActions
            roles={roles}
            changes={changes}
            readSelected={() => changes.chosen(rows, selection.ids, selection.isAll, filter)}
            onChanged={selection.clear}
            onRemove={(removed) => setDialog({ kind: 'remove', rows: removed })}
          />
        }
        onRowOpen={(row) => setDialog({ kind: 'panel', id: row.id })}
        rowActions={rowActions}
        empty={<NoMembers state={state} />}
      />
      <MemberDialogs
        dialog={dialog}
        rows={rows}
        roles={roles}
        changes={changes}
        permissions={permissions}
        // A request that ends late closes its own dialog, not one opened since.
        onClose={() => setDialog((open) => (open === dialog ? undefined : open))}
        onRemoved={selection.clear}
      />
    </main>
  );
}

function NoMembers({ state }: { state: TableState }) {
  const { t } = useTranslation('members');
  return state.isFiltered ? (
    <EmptyState
      title={t('list.noMatch')}
      drawing="search"
      actions={<Button onPress={state.clearFilters}>{t('list.showAll')}</Button>}
    >
      {t('list.noMatchText')}
    </EmptyState>
  ) : (
    <EmptyState title={t('list.none')}>{t('list.noneText')}</EmptyState>
  );
}
