import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Download, LogIn, LogOut, PanelRightOpen, Shield, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useCan, useMember } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ColumnMenu, FilterBar } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { WindowedTable } from '#ui/table/windowed-table.tsx';
import { ImpersonateDialog } from '../components/act-dialog.tsx';
import { InvitePanel } from '../components/invite-panel.tsx';
import { useMemberChanges } from '../components/member-changes.ts';
import { addressOf, filterNames, filterOf, MemberFilters } from '../components/member-filters.tsx';
import { MemberPanel, MemberStatus } from '../components/member-panel.tsx';
import { SignOutDialog } from '../components/member-sign-out.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { RemoveDialog } from '../components/remove-dialog.tsx';
import { useRoleNames } from '../components/role-name.ts';
import { SegmentBar } from '../components/segment-bar.tsx';
import { useMemberWindow } from '../components/use-member-window.ts';
import { accountOwner, rolesQuery } from '../data.ts';
import type { MemberRow } from '../directory/data.ts';

export default function MemberList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const viewer = useMember();
  const mayAct = useCan('log_in_as');
  const managesSite = useCan('manage_options');
  const nameOf = useRoleNames();
  const [, setParams] = useSearchParams();
  const state = useTableState({
    sort: { column: 'name', direction: 'ascending' },
    filters: filterNames,
  });
  const selection = useTableSelection(state);
  const changes = useMemberChanges();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set(['email']));
  const [openId, setOpenId] = useState<string>();
  const [leaving, setLeaving] = useState<readonly MemberRow[]>([]);
  const [impersonating, setImpersonating] = useState<MemberRow>();
  const [signingOut, setSigningOut] = useState<MemberRow>();
  const [isInviting, setInviting] = useState(false);
  const filter = filterOf(state);
  const order = { column: state.sort?.column ?? 'name', isAscending: state.sort?.direction !== 'descending' };
  const list = useMemberWindow(filter, order);
  const { rows, total } = list;
  const roles = useQuery(rolesQuery(db, account_id)).data ?? [];
  const assignableRoles = roles.filter((role) => role.kind !== 'owner');
  const ownerId = useQuery(accountOwner(db, account_id)).data?.owner_id;
  // Users can't lock themselves out, and the account's owner is fixed; other owners are changed by those who manage the site.
  const isFixed = (row: MemberRow) =>
    row.user_id === ownerId ||
    row.user_id === viewer.user_id ||
    (row.role.kind === 'owner' && (!managesSite || !ownerId));
  const selectedRows = () => changes.chosen(rows, selection.ids, selection.isAll, filter);
  const canImpersonate = (row: MemberRow) =>
    mayAct && row.user_id !== viewer.user_id && row.role.kind !== 'owner' && !row.blocked_at && row.allows_log_in_as;

  async function changeMany(change: Parameters<typeof changes.change>[0]['change'], key: string) {
    const targets = await selectedRows();
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
    { id: 'email', label: t('field.email'), sort: true, phone: 'hide', cell: (row) => <bdi>{row.email}</bdi> },
    { id: 'role', label: t('list.role'), width: 8, sort: true, phone: 'under', cell: (row) => nameOf(row.role) },
    {
      id: 'status',
      label: t('list.status'),
      width: 7,
      sort: true,
      phone: 'side',
      cell: (row) => <MemberStatus row={row} />,
    },
    {
      id: 'course_count',
      label: t('list.courses'),
      width: 6,
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => <span className="num">{numberFormat(locale).format(row.course_count)}</span>,
    },
    {
      id: 'last_seen_at',
      label: t('list.seen'),
      width: 7.5,
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) =>
        row.last_seen_at ? <RelativeTime when={row.last_seen_at} /> : <span className="quiet">{t('list.never')}</span>,
    },
    {
      id: 'created_at',
      label: t('list.joined'),
      width: 7,
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => <RelativeTime when={row.created_at} />,
    },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={total}
        sentence={t('list.sentence')}
        actions={
          <Button variant="primary" icon={UserPlus} onPress={() => setInviting(true)}>
            {t('invite.title')}
          </Button>
        }
      />
      <MemberTabs />
      <div className="mt-4 grid gap-2">
        <SegmentBar filter={filter} onChoose={(next) => setParams(addressOf(next))} />
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
          <MemberFilters state={state} roles={roles} />
        </FilterBar>
      </div>
      <WindowedTable
        label={t('list.title')}
        columns={columns}
        hiddenColumns={hidden}
        total={total}
        rowAt={list.rowAt}
        onShow={list.show}
        listKey={list.listKey}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        state={state}
        hasMedia
        selection={selection}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={list.retry}
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
                  items: assignableRoles.map((role) => ({
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
            <Button
              size="sm"
              variant="quiet"
              className="text-error"
              icon={Trash2}
              isDisabled={changes.isBusy}
              onPress={() => void selectedRows().then(setLeaving)}
            >
              {t('list.removeShort')}
            </Button>
          </>
        }
        onRowOpen={(row) => setOpenId(row.id)}
        rowActions={(row) => ({
          quick: [
            { label: t('list.open', { name: row.name }), icon: PanelRightOpen, onAction: () => setOpenId(row.id) },
          ],
          menu: isFixed(row)
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
                    { id: 'signOut', label: t('list.signOut'), icon: LogOut, onAction: () => setSigningOut(row) },
                    ...(canImpersonate(row)
                      ? [{ id: 'act', label: t('act.menu'), icon: LogIn, onAction: () => setImpersonating(row) }]
                      : []),
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
                      onAction: () => setLeaving([row]),
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
        row={rows.find((row) => row.id === openId)}
        roles={viewer.user_id === ownerId ? roles : assignableRoles}
        isFixed={isFixed}
        onClose={() => setOpenId(undefined)}
        onBlock={changes.block}
        onRole={(row, role_id) =>
          changes.change({ rows: [row], change: { role_id }, done: t('list.roleChanged', { name: row.name }) })
        }
      />
      <RemoveDialog
        rows={leaving}
        roles={roles}
        onClose={() => setLeaving([])}
        onRemove={async (removed, heir) => {
          await changes.remove(removed, heir);
          selection.clear();
        }}
      />
      <SignOutDialog row={signingOut} onClose={() => setSigningOut(undefined)} />
      <ImpersonateDialog key={impersonating?.id} row={impersonating} onClose={() => setImpersonating(undefined)} />
      {isInviting ? <InvitePanel roles={assignableRoles} onClose={() => setInviting(false)} /> : null}
    </main>
  );
}
