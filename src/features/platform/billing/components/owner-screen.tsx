import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Select } from '#ui/fields/select.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { billingQueries, type OwnAccount } from '../data.ts';

/**
 * Layout of a screen about one of the caller's own accounts: the URL names the account, a select at the top changes
 * it.
 */
export function OwnerScreen({
  name,
  children,
}: {
  name: 'billing' | 'app' | 'addons' | 'setup';
  children: (account: OwnAccount) => ReactNode;
}) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const { session } = useSession();
  const [search, setSearch] = useSearchParams();
  const userId = session?.user.id ?? '';
  const accounts = useQuery({ ...billingQueries.accounts(db, userId), enabled: userId !== '' });
  const account =
    accounts.data?.find(({ account_id }) => account_id === search.get('account')) ?? accounts.data?.[0] ?? null;
  return (
    <main id="content" className="page">
      <PageHeader
        title={t(`${name}.title`)}
        sentence={t(`${name}.sentence`)}
        badge={account ? <Badge isOutline>{account.slug}</Badge> : undefined}
        actions={
          accounts.data && account && accounts.data.length > 1 ? (
            <Select
              label={t('account')}
              className="w-56"
              options={accounts.data.map(({ account_id, slug }) => ({ id: account_id, label: slug }))}
              value={account.account_id}
              onChange={(id) => setSearch({ account: id })}
            />
          ) : undefined
        }
      />
      {accounts.isError ? (
        <ErrorState onRetry={() => void accounts.refetch()} isRetrying={accounts.isFetching} />
      ) : null}
      {accounts.isPending ? <SkeletonCards count={3} /> : null}
      {accounts.data && !account ? (
        <EmptyState
          title={t('none.title')}
          drawing="house"
          actions={
            <LinkButton variant="primary" href={`${paths.setup()}?new=1`}>
              {t('none.action')}
            </LinkButton>
          }
        >
          {t('none.text')}
        </EmptyState>
      ) : null}
      {account ? <div key={account.account_id}>{children(account)}</div> : null}
    </main>
  );
}
