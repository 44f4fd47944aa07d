import { useQuery } from '@tanstack/react-query';
import { Ban, LogIn, Plus, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import type { RowActionsOf } from '#ui/list/list-actions.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { useBulk } from '#ui/table/use-bulk.ts';
import { useAccountColumns, useAccountFile } from '../components/account-columns.tsx';
import { type AccountAction, AccountDialog } from '../components/account-dialog.tsx';
import { AccountPanel } from '../components/account-panel.tsx';
import { CreateAccount } from '../components/create-account.tsx';
import { ReasonDialog } from '../components/reason-dialog.tsx';
import {
  type Account,
  administrationQueries,
  listAccounts,
  reactivateAccounts,
  type SoldPlan,
  suspendAccounts,
} from '../data.ts';
import { uuidOrNull } from '../rules.ts';

/** Whether a super admin may open the account: it is active, has an owner, and the owner allows it. */
const mayOpen = (account: Account) => account.status === 'active' && account.owner !== null && account.allows_log_in_as;

type OpenDialog = AccountAction | 'new' | 'suspend many';

/** Lists all accounts of the platform with owner, usage and status. */
export default function AccountList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const site = useSite();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const plans = useQuery(administrationQueries.plans(db)).data;
  const list = useAccounts(plans);
  const [openId, open] = useOpenAccount();
  const opened = list.rows?.find(({ account_id }) => account_id === openId);
  const names = {
    hostOf: (row: Account) => row.domain ?? `${row.slug}.${site.base_domain}`,
    planOf: (row: Account) => plans?.find(({ id }) => id === row.plan_id)?.label ?? row.plan_id,
  };
  const openAs = (account: Account) =>
    mayOpen(account) ? (to?: string) => setDialog({ account, action: 'open', to }) : undefined;
  return (
    <ListScreen
      list={list}
      title={t('accounts.title')}
      sentence={t('accounts.sentence')}
      actions={
        <Button variant="primary" icon={Plus} onPress={() => setDialog('new')}>
          {t('accounts.new')}
        </Button>
      }
      search={t('accounts.search')}
      valueLabels={{ owner: list.rows?.[0]?.owner ?? t('accounts.thisOwner') }}
      columns={useAccountColumns({ ...names, onOpenPanel: open, onOpenAs: openAs })}
      exportName="accounts"
      exportColumns={useAccountFile(names)}
      rowName={(row) => row.title}
      rowActions={useRowActions(open, setDialog)}
      bulk={[
        {
          label: t('many.reactivate'),
          icon: RotateCcw,
          run: (ids) => reactivateAccounts(db, ids),
          confirm: { title: (_, number) => t('many.reactivateTitle', { number }), text: t('many.reactivateText') },
        },
        { label: t('many.suspend'), icon: Ban, isDanger: true, onAction: () => setDialog('suspend many') },
      ]}
      empty={{ title: t('accounts.none'), text: t('accounts.noneText'), drawing: 'house' }}
      noMatch={t('accounts.noMatch')}
    >
      <AccountPanel
        account={opened}
        host={opened ? names.hostOf(opened) : ''}
        onClose={() => open(null)}
        onSaved={list.refresh}
        onAsk={(action) => opened && setDialog({ account: opened, action })}
        onEnter={opened && openAs(opened)}
      />
      <AccountDialogs dialog={dialog} list={list} onClose={close} />
    </ListScreen>
  );
}

/** The account whose panel is open, in the URL. */
function useOpenAccount(): [id: string | null, open: (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
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
  return [params.get('account'), open];
}

/** The accounts of the platform, by status, plan and owner. */
function useAccounts(plans: SoldPlan[] | undefined) {
  const { t } = useTranslation('administration');
  const db = useDb();
  return useList({
    key: administrationQueries.all,
    vary: ['accounts'],
    sort: '-created_at',
    filters: {
      status: {
        label: t('accounts.status'),
        isSingle: true,
        options: choices(['active', 'suspended'], (id) => t(`status.${id}`)),
      },
      plan: { label: t('accounts.plan'), isSingle: true, options: plans?.map(({ id, label }) => ({ id, label })) },
      owner: { label: t('accounts.owner'), isSingle: true },
    },
    read: ({ status, plan, owner, ...request }) =>
      listAccounts(db, {
        ...request,
        status: status ?? null,
        plan_id: plan ?? null,
        owner_id: uuidOrNull(owner ?? null),
      }),
    rowId: (row) => row.account_id,
  });
}

/** The actions of a row that its account allows. */
function useRowActions(open: (id: string) => void, setDialog: (dialog: OpenDialog) => void): RowActionsOf<Account> {
  const { t } = useTranslation('administration');
  return (row) => [
    { id: 'open', label: t('accounts.look'), icon: SlidersHorizontal, onAction: () => open(row.account_id) },
    mayOpen(row) && {
      id: 'enter',
      label: t('accounts.openAsOwner'),
      icon: LogIn,
      onAction: () => setDialog({ account: row, action: 'open' }),
    },
    row.status === 'active' && {
      id: 'suspend',
      label: t('accounts.suspend'),
      icon: Ban,
      isDanger: true,
      onAction: () => setDialog({ account: row, action: 'suspend' }),
    },
    row.status !== 'active' && {
      id: 'reactivate',
      label: t('accounts.reactivate'),
      icon: RotateCcw,
      onAction: () => setDialog({ account: row, action: 'reactivate' }),
    },
  ];
}

/** What is open: creating an account, suspending the selected ones, or a decision about one. */
function AccountDialogs({
  dialog,
  list,
  onClose,
}: {
  dialog: OpenDialog | null;
  list: ReturnType<typeof useAccounts>;
  onClose: () => void;
}) {
  const { t } = useTranslation('administration');
  const db = useDb();
  const bulk = useBulk(list);
  return (
    <>
      {dialog === 'new' ? (
        <CreateAccount
          onClose={onClose}
          onMade={async (title) => {
            onClose();
            await list.refresh();
            showToast(t('create.made', { title }));
          }}
        />
      ) : null}
      {dialog === 'suspend many' ? (
        <ReasonDialog
          title={t('many.suspendTitle', { number: bulk.number })}
          text={t('many.suspendText')}
          label={t('suspend.reason')}
          confirmLabel={t('many.suspend')}
          isDanger
          onClose={onClose}
          onConfirm={(reason) => bulk.run((ids) => suspendAccounts(db, ids, reason), list.refresh)}
        />
      ) : null}
      <AccountDialog pending={typeof dialog === 'object' ? dialog : null} onClose={onClose} onChanged={list.refresh} />
    </>
  );
}
