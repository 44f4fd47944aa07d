import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, LogIn, Plus, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulk } from '#ui/table/use-bulk.ts';
import { useAccountColumns } from '../components/account-columns.tsx';
import { AccountPanel } from '../components/account-panel.tsx';
import { CreateAccount } from '../components/create-account.tsx';
import { ReasonDialog } from '../components/reason-dialog.tsx';
import {
  type Account,
  administrationQueries,
  openAsOwner,
  reactivateAccount,
  reactivateAccounts,
  suspendAccount,
  suspendAccounts,
} from '../data.ts';
import { uuidOrNull } from '../rules.ts';

type OpenDialog = { account: Account; action: 'suspend' | 'reactivate' | 'open'; to?: string };

/** Whether a super admin may open the account: it is active, has an owner, and the owner allows it. */
const mayOpen = (account: Account) => account.status === 'active' && account.owner !== null && account.allows_log_in_as;

/** Lists all accounts of the platform with owner, usage and status. */
export default function AccountList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const site = useSite();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const state = useTableState({
    sort: { column: 'created_at', direction: 'descending' },
    filters: ['status', 'owner', 'plan'],
  });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isCreating, setCreating] = useState(false);
  const owner = state.filters.owner?.[0] ?? null;
  const filters = {
    search: state.search,
    status: state.filters.status?.[0] ?? null,
    owner_id: uuidOrNull(owner),
    plan_id: state.filters.plan?.[0] ?? null,
    sort: state.sort?.column ?? 'created_at',
    is_descending: state.sort?.direction !== 'ascending',
  };
  const list = useQuery({
    ...administrationQueries.accounts(db, { ...filters, page: state.page, page_size: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const plans = useQuery(administrationQueries.plans(db));
  const openId = params.get('account');
  const opened = list.data?.rows.find(({ account_id }) => account_id === openId);
  const open = (id: string | null) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (id) next.set('account', id);
        else next.delete('account');
        return next;
      },
      { preventScrollReset: true },
    );
  const refresh = () => queries.invalidateQueries({ queryKey: administrationQueries.all });
  const hostOf = (row: Account) => row.domain ?? `${row.slug}.${site.base_domain}`;
  const planOf = (row: Account) => plans.data?.find(({ id }) => id === row.plan_id)?.label ?? row.plan_id;
  const columns = useAccountColumns({
    hostOf,
    planOf,
    onOpenPanel: open,
    onOpenAs: (row) => (mayOpen(row) ? (to) => setDialog({ account: row, action: 'open', to }) : undefined),
  });
  const readAll = (page: number, page_size: number) =>
    queries.fetchQuery({ ...administrationQueries.accounts(db, { ...filters, page, page_size }), gcTime: 0 });
  const selection = useTableSelection(state);
  const bulk = useBulk({ selection, total: list.data?.count, read: readAll, rowId: (row) => row.account_id });
  const [bulkAction, setBulkAction] = useState<'suspend' | 'reactivate' | null>(null);
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('accounts.title')}
        count={list.data?.count}
        sentence={t('accounts.sentence')}
        actions={
          <>
            <ExportButton
              name="accounts"
              read={readAll}
              head={[
                t('accounts.account'),
                t('panel.address'),
                t('accounts.owner'),
                t('accounts.status'),
                t('accounts.plan'),
                t('accounts.members'),
                t('panel.courses'),
                t('accounts.orders'),
                `${t('accounts.files')} (B)`,
                t('accounts.since'),
              ]}
              cells={(row) => [
                row.title,
                hostOf(row),
                row.owner,
                t(`status.${row.status}`),
                planOf(row),
                row.members,
                row.courses,
                row.orders,
                row.bytes,
                row.created_at,
              ]}
            />
            <Button variant="primary" icon={Plus} onPress={() => setCreating(true)}>
              {t('accounts.new')}
            </Button>
          </>
        }
      />
      <FilterBar>
        <TableSearch state={state} label={t('accounts.search')} />
        <FilterChip
          isSingle
          label={t('accounts.status')}
          options={(['active', 'suspended'] as const).map((id) => ({ id, label: t(`status.${id}`) }))}
          selected={state.filters.status ?? []}
          onChange={(values) => state.setFilter('status', values)}
        />
        <FilterChip
          isSingle
          label={t('accounts.plan')}
          options={(plans.data ?? []).map(({ id, label }) => ({ id, label }))}
          selected={state.filters.plan ?? []}
          onChange={(values) => state.setFilter('plan', values)}
        />
        {owner ? (
          <FilterChip
            isSingle
            label={t('accounts.owner')}
            options={[{ id: owner, label: list.data?.rows[0]?.owner ?? t('accounts.thisOwner') }]}
            selected={[owner]}
            onChange={(values) => state.setFilter('owner', values)}
          />
        ) : null}
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('accounts.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.account_id}
        rowName={(row) => row.title}
        rowActions={(row) => ({
          menu: [
            {
              id: 'row',
              items: [
                {
                  id: 'open',
                  label: t('accounts.look'),
                  icon: SlidersHorizontal,
                  onAction: () => open(row.account_id),
                },
                ...(mayOpen(row)
                  ? [
                      {
                        id: 'enter',
                        label: t('accounts.openAsOwner'),
                        icon: LogIn,
                        onAction: () => setDialog({ account: row, action: 'open' as const }),
                      },
                    ]
                  : []),
                row.status === 'active'
                  ? {
                      id: 'suspend',
                      label: t('accounts.suspend'),
                      icon: Ban,
                      isDanger: true,
                      onAction: () => setDialog({ account: row, action: 'suspend' }),
                    }
                  : {
                      id: 'reactivate',
                      label: t('accounts.reactivate'),
                      icon: RotateCcw,
                      onAction: () => setDialog({ account: row, action: 'reactivate' }),
                    },
              ],
            },
          ],
        })}
        state={state}
        total={list.data?.count}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" icon={RotateCcw} onPress={() => setBulkAction('reactivate')}>
              {t('many.reactivate')}
            </Button>
            <Button size="sm" variant="danger-line" icon={Ban} onPress={() => setBulkAction('suspend')}>
              {t('many.suspend')}
            </Button>
          </>
        }
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('accounts.noMatch')}
              actions={<Button onPress={state.clearFilters}>{t('accounts.clear')}</Button>}
            >
              {t('accounts.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('accounts.none')} drawing="house">
              {t('accounts.noneText')}
            </EmptyState>
          )
        }
      />
      <AccountPanel
        account={opened}
        host={opened ? hostOf(opened) : ''}
        onClose={() => open(null)}
        onSaved={refresh}
        onAsk={(action) => opened && setDialog({ account: opened, action })}
        onEnter={opened && mayOpen(opened) ? (to) => setDialog({ account: opened, action: 'open', to }) : undefined}
      />
      {isCreating ? (
        <CreateAccount
          onClose={() => setCreating(false)}
          onMade={async (title) => {
            setCreating(false);
            await refresh();
            showToast(t('create.made', { title }));
          }}
        />
      ) : null}
      {bulkAction === 'suspend' ? (
        <ReasonDialog
          title={t('many.suspendTitle', { number: bulk.number })}
          text={t('many.suspendText')}
          label={t('suspend.reason')}
          confirmLabel={t('many.suspend')}
          isDanger
          onClose={() => setBulkAction(null)}
          onConfirm={(reason) => bulk.run((ids) => suspendAccounts(db, ids, reason), refresh)}
        />
      ) : null}
      <ConfirmDialog
        isOpen={bulkAction === 'reactivate'}
        onOpenChange={(isOpen) => !isOpen && setBulkAction(null)}
        title={t('many.reactivateTitle', { number: bulk.number })}
        confirmLabel={t('many.reactivate')}
        isDanger={false}
        onConfirm={() => bulk.run((ids) => reactivateAccounts(db, ids), refresh)}
      >
        {t('many.reactivateText')}
      </ConfirmDialog>
      {dialog?.action === 'suspend' ? (
        <ReasonDialog
          title={t('suspend.title', { title: dialog.account.title })}
          text={t('suspend.text')}
          label={t('suspend.reason')}
          confirmLabel={t('accounts.suspend')}
          isDanger
          onClose={() => setDialog(null)}
          onConfirm={async (reason) => {
            await suspendAccount(db, dialog.account.account_id, reason);
            await refresh();
            showToast(t('suspend.done', { title: dialog.account.title }));
          }}
        />
      ) : null}
      {dialog?.action === 'open' ? (
        <ReasonDialog
          title={t('openAs.title', { title: dialog.account.title })}
          text={t('openAs.text')}
          label={t('openAs.reason')}
          confirmLabel={t('accounts.openAsOwner')}
          onClose={() => setDialog(null)}
          onConfirm={async (reason) => {
            const { account, to } = dialog;
            location.assign(await openAsOwner(paths.openAsOwner(), account.account_id, reason, to));
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={dialog?.action === 'reactivate'}
        onOpenChange={(isOpen) => !isOpen && setDialog(null)}
        title={t('reactivate.title', { title: dialog?.account.title ?? '' })}
        confirmLabel={t('accounts.reactivate')}
        isDanger={false}
        onConfirm={async () => {
          if (!dialog) return;
          await reactivateAccount(db, dialog.account.account_id);
          await refresh();
          showToast(t('reactivate.done', { title: dialog.account.title }));
        }}
      >
        {t('reactivate.text')}
      </ConfirmDialog>
    </main>
  );
}
