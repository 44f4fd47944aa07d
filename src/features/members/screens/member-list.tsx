import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Download, PanelRightOpen, Shield, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ClearFilters, ColumnMenu, FilterBar, FilterChip, TableSearch } from '#ui/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table-state.ts';
import { RelativeTime } from '#ui/time.tsx';
import { useMemberChanges } from '../components/member-changes.ts';
import { MemberPanel, MemberStatus } from '../components/member-panel.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { useRoleNames } from '../components/role-name.ts';
import { type MemberRow, memberPage, rolesQuery } from '../data.ts';

export default function MemberList() {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { account_id } = useAccount();
  const nameOf = useRoleNames();
  const state = useTableState({
    sort: { column: 'name', direction: 'ascending' },
    filters: ['role', 'status'],
  });
  const selection = useTableSelection();
  const changes = useMemberChanges();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const [leaving, setLeaving] = useState<MemberRow>();
  const filter = { search: state.search, roles: state.filters.role ?? [], status: state.filters.status ?? [] };
  const order = { column: state.sort?.column ?? 'name', isAscending: state.sort?.direction !== 'descending' };
  const list = useQuery({
    ...memberPage(wire, account_id, filter, order, state.page, state.pageSize),
    placeholderData: keepPreviousData,
  });
  const roles = useQuery(rolesQuery(wire, account_id)).data ?? [];
  const rows = list.data?.rows;
  const chosen = () => changes.chosen(rows ?? [], selection.ids, selection.isAll, filter);

  async function changeMany(change: Parameters<typeof changes.change>[0]['change'], key: string) {
    const targets = await chosen();
    if (targets.length > 0) changes.change({ rows: targets, change, done: t(key, { count: targets.length }) });
    selection.clear();
  }

  const columns: Column<MemberRow>[] = [
    {
      id: 'name',
      label: t('list.member'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <Avatar name={row.name} note={row.email} hueKey={row.user_id} sources={row.avatar ? [row.avatar] : []} />
      ),
    },
    { id: 'role', label: t('list.role'), phone: 'under', cell: (row) => nameOf(row.role) },
    { id: 'status', label: t('list.status'), phone: 'side', cell: (row) => <MemberStatus row={row} /> },
    {
      id: 'created_at',
      label: t('list.joined'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => <RelativeTime when={row.created_at} />,
    },
  ];
  return (
    <main id="content" className="page">
      <PageHeader title={t('list.title')} count={list.data?.total} sentence={t('list.sentence')} />
      <MemberTabs />
      <div className="mt-4">
        <FilterBar
          end={
            <>
              <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
              <IconButton
                label={t('list.export')}
                icon={Download}
                onPress={() => void changes.exportAll(filter, nameOf)}
              />
            </>
          }
        >
          <TableSearch state={state} label={t('list.search')} />
          <FilterChip
            label={t('list.role')}
            options={roles.map((role) => ({ id: role.role_id, label: nameOf(role) }))}
            selected={filter.roles}
            onChange={(ids) => state.setFilter('role', ids)}
          />
          <FilterChip
            label={t('list.status')}
            isSingle
            options={[
              { id: 'active', label: t('list.active') },
              { id: 'blocked', label: t('list.blocked') },
            ]}
            selected={filter.status}
            onChange={(ids) => state.setFilter('status', ids)}
          />
          <ClearFilters state={state} />
        </FilterBar>
      </div>
      <DataTable
        label={t('list.title')}
        columns={columns}
        hiddenColumns={hidden}
        rows={rows}
        total={list.data?.total}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        state={state}
        hasMedia
        selection={selection}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        bulkActions={
          <>
            <MenuButton
              label={t('list.changeRole')}
              trigger={
                <Button size="sm" variant="quiet" icon={Shield} isDisabled={changes.isBusy}>
                  {t('list.changeRole')}
                </Button>
              }
              groups={[
                {
                  id: 'roles',
                  items: roles
                    .filter((role) => role.kind !== 'owner')
                    .map((role) => ({
                      id: role.role_id,
                      label: nameOf(role),
                      onAction: () => void changeMany({ role_id: role.role_id }, 'list.rolesChanged'),
                    })),
                },
              ]}
            />
            <Button
              size="sm"
              variant="quiet"
              icon={CircleCheck}
              isDisabled={changes.isBusy}
              onPress={() => void changeMany({ blocked_at: null }, 'list.manyUnblocked')}
            >
              {t('list.unblock')}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              className="text-error"
              icon={Ban}
              isDisabled={changes.isBusy}
              onPress={() => void changeMany({ blocked_at: new Date().toISOString() }, 'list.manyBlocked')}
            >
              {t('list.block')}
            </Button>
          </>
        }
        rowActions={(row) => ({
          quick: [
            { label: t('list.open', { name: row.name }), icon: PanelRightOpen, onAction: () => setOpenId(row.id) },
          ],
          menu:
            row.role.kind === 'owner'
              ? undefined
              : [
                  {
                    id: 'state',
                    items: [
                      {
                        id: 'open',
                        label: t('list.open', { name: row.name }),
                        icon: PanelRightOpen,
                        onAction: () => setOpenId(row.id),
                      },
                      {
                        id: 'block',
                        label: t(row.blocked_at ? 'list.unblock' : 'list.block'),
                        icon: row.blocked_at ? CircleCheck : Ban,
                        onAction: () => changes.block(row),
                      },
                    ],
                  },
                  {
                    id: 'remove',
                    items: [
                      {
                        id: 'remove',
                        label: t('list.remove'),
                        icon: Trash2,
                        isDanger: true,
                        onAction: () => setLeaving(row),
                      },
                    ],
                  },
                ],
        })}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('list.noMatch')}
              drawing="search"
              actions={<Button onPress={state.clearFilters}>{t('list.showAll')}</Button>}
            >
              {t('list.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('list.none')}>{t('list.noneText')}</EmptyState>
          )
        }
      />
      <MemberPanel
        row={rows?.find((row) => row.id === openId)}
        roles={roles}
        onClose={() => setOpenId(undefined)}
        onBlock={changes.block}
        onRole={(row, role_id) =>
          changes.change({ rows: [row], change: { role_id }, done: t('list.roleChanged', { name: row.name }) })
        }
      />
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onOpenChange={(isOpen) => !isOpen && setLeaving(undefined)}
        title={t('list.removeTitle', { name: leaving?.name ?? '' })}
        confirmLabel={t('list.removeAction')}
        onConfirm={async () => {
          if (leaving) await changes.remove(leaving);
        }}
      >
        {t('list.removeText')}
      </ConfirmDialog>
    </main>
  );
}
