import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { type AccountNumbers, accountNumbers } from '#features/platform/reports/data.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Amount } from '#ui/display/money.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { useGreeting } from './greeting.ts';

/** Home of account owners: their sites with numbers and links. */
export function PlatformHome() {
  const { t } = useTranslation('dashboard');
  const db = useDb();
  const { session } = useSession();
  const words = session?.user.user_metadata as { display_name?: string } | undefined;
  const greeting = useGreeting(words?.display_name ?? '');
  const accounts = useQuery(accountNumbers(db, session?.user.id ?? ''));
  return (
    <main id="content" className="page">
      <PageHeader
        title={greeting}
        sentence={accounts.data ? t('platform.sentence', { count: accounts.data.length }) : undefined}
        actions={
          accounts.data && accounts.data.length > 0 ? (
            <LinkButton variant="primary" icon={Plus} href={`${paths.setup()}?new=1`}>
              {t('platform.new')}
            </LinkButton>
          ) : undefined
        }
      />
      {accounts.isPending ? <SkeletonCards count={3} /> : null}
      {accounts.isError ? (
        <ErrorState onRetry={() => void accounts.refetch()} isRetrying={accounts.isFetching} />
      ) : null}
      {accounts.data?.length === 0 ? (
        <EmptyState
          title={t('platform.none')}
          drawing="house"
          actions={
            <LinkButton variant="primary" href={`${paths.setup()}?new=1`}>
              {t('platform.look')}
            </LinkButton>
          }
        >
          {t('platform.noneText')}
        </EmptyState>
      ) : null}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {accounts.data?.map((account) => (
          <li key={account.account_id}>
            <SiteCard account={account} />
          </li>
        ))}
      </ul>
    </main>
  );
}

function SiteCard({ account }: { account: AccountNumbers }) {
  const { t } = useTranslation('dashboard');
  const site = useSite();
  const host = account.domain ?? `${account.slug}.${site.base_domain}`;

  const { open, isBusy } = useOpenSite();
  return (
    <article className="card card-pad grid h-full content-between gap-5">
      <div className="flex items-start gap-3">
        <span className="av av-40" data-initials={account.title.slice(0, 1)} aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h2 className="cut font-semibold" title={account.title}>
            <bdi>{account.title}</bdi>
          </h2>
          <p className="help cut" dir="ltr">
            {host}
          </p>
        </div>
        {account.status === 'suspended' ? <Badge tone="error">{t('platform.suspended')}</Badge> : null}
      </div>
      {account.suspension ? <p className="help">{t('platform.suspension', { reason: account.suspension })}</p> : null}
      <dl className="flex gap-6">
        <div>
          <dt className="help">{t('owner.members')}</dt>
          <dd className="text-lg font-semibold">
            <Amount value={account.members} />
          </dd>
        </div>
        <div>
          <dt className="help">{t('owner.courses')}</dt>
          <dd className="text-lg font-semibold">
            <Amount value={account.courses} />
          </dd>
        </div>
      </dl>
      <Button
        iconEnd={ArrowUpRight}
        isBusy={isBusy}
        isDisabled={!account.is_member || account.status === 'suspended'}
        onPress={() => open(account.account_id)}
      >
        {t('platform.open')}
        <span className="vh"> {account.title}</span>
      </Button>
    </article>
  );
}
