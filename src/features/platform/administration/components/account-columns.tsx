import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { FileColumn, ListColumn } from '#ui/list/list-column.ts';
import type { Account } from '../data.ts';
import { AccountCount } from './account-count.tsx';

type AccountColumns = {
  hostOf: (row: Account) => string;
  planOf: (row: Account) => string | null;
  onOpenPanel: (account_id: string) => void;
  /** Opens a site as its owner on the given screen; undefined when that is not allowed. */
  onOpenAs: (row: Account) => ((to: string) => void) | undefined;
};

/** The columns of the account list. Counts link to the matching list inside the site. */
export function useAccountColumns({ hostOf, planOf, onOpenPanel, onOpenAs }: AccountColumns): ListColumn<Account>[] {
  const { t } = useTranslation('administration');
  const { locale } = useLocale();
  const countColumn = (kind: 'members' | 'courses' | 'orders', label: string): ListColumn<Account> => ({
    id: kind,
    label,
    sort: true,
    isEnd: true,
    ...(kind === 'members' ? { phone: 'under' as const } : {}),
    cell: (row) => <AccountCount kind={kind} value={row[kind]} onEnter={onOpenAs(row)} />,
  });
  return [
    {
      id: 'title',
      label: t('accounts.account'),
      width: 12,
      sort: true,
      phone: 'main',
      cell: (row) => <AccountTitle account={row} host={hostOf(row)} onOpen={() => onOpenPanel(row.account_id)} />,
    },
    {
      id: 'owner',
      label: t('accounts.owner'),
      sort: true,
      phone: 'under',
      cell: (row) =>
        row.owner ? (
          <TextLink href={`${paths.accountOwners()}?q=${encodeURIComponent(row.owner)}`}>{row.owner}</TextLink>
        ) : (
          <span className="quiet">{t('accounts.noOwner')}</span>
        ),
    },
    {
      id: 'status',
      label: t('accounts.status'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.status === 'active' ? (
          <StatusDot>{t('status.active')}</StatusDot>
        ) : (
          <Badge tone="error">{t('status.suspended')}</Badge>
        ),
    },
    { id: 'plan', label: t('accounts.plan'), sort: true, cell: planOf },
    countColumn('members', t('accounts.members')),
    countColumn('courses', t('panel.courses')),
    countColumn('orders', t('accounts.orders')),
    {
      id: 'bytes',
      label: t('accounts.files'),
      sort: true,
      isEnd: true,
      cell: (row) => <span className="num">{formatSize(row.bytes, locale)}</span>,
    },
    { id: 'created_at', label: t('accounts.since'), sort: true, cell: (row) => <RelativeTime when={row.created_at} /> },
  ];
}

function AccountTitle({ account, host, onOpen }: { account: Account; host: string; onOpen: () => void }) {
  return (
    <span className="grid">
      <button type="button" className="link cut text-start" onClick={onOpen}>
        {account.title}
      </button>
      <span className="help cut" dir="ltr">
        {host}
      </span>
    </span>
  );
}

/** The columns of the exported file. */
export function useAccountFile({ hostOf, planOf }: Pick<AccountColumns, 'hostOf' | 'planOf'>): FileColumn<Account>[] {
  const { t } = useTranslation('administration');
  return [
    { label: t('accounts.account'), csv: (row) => row.title },
    { label: t('panel.address'), csv: hostOf },
    { label: t('accounts.owner'), csv: (row) => row.owner },
    { label: t('accounts.status'), csv: (row) => t(`status.${row.status}`) },
    { label: t('accounts.plan'), csv: planOf },
    { label: t('accounts.members'), csv: (row) => row.members },
    { label: t('panel.courses'), csv: (row) => row.courses },
    { label: t('accounts.orders'), csv: (row) => row.orders },
    { label: `${t('accounts.files')} (B)`, csv: (row) => row.bytes },
    { label: t('accounts.since'), csv: (row) => row.created_at },
  ];
}
