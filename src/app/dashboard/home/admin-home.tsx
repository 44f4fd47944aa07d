import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { commaList, dateFormat, numberFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { administrationQueries, type PlatformNumbers } from '#features/platform/administration/data.ts';
import { type Health, maintenanceQueries } from '#features/platform/maintenance/data.ts';
import { errorRate } from '#features/platform/maintenance/rules.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Chart } from '#ui/charts/chart.tsx';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { Amount } from '#ui/display/money.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { useGreeting } from './greeting.ts';

/** Home of super-admins: accounts, revenue, health; each number links to its list. */
export function AdminHome() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const { session } = useSession();
  const words = session?.user.user_metadata as { display_name?: string } | undefined;
  const greeting = useGreeting(words?.display_name ?? '');
  const numbers = useQuery(administrationQueries.numbers(db));
  const health = useQuery(maintenanceQueries.health(db));
  const failed = [numbers, health].find(({ isError }) => isError);
  return (
    <main id="content" className="page">
      <PageHeader
        title={greeting}
        sentence={numbers.data ? t('home.sentence', { count: numbers.data.accounts.new }) : undefined}
      />
      {failed ? (
        <div className="card">
          <ErrorState
            onRetry={() => void Promise.all([numbers.refetch(), health.refetch()])}
            isRetrying={numbers.isFetching || health.isFetching}
          />
        </div>
      ) : null}
      {numbers.isPending || health.isPending ? <SkeletonCards count={3} /> : null}
      {numbers.data && health.data ? <Figures numbers={numbers.data} health={health.data} /> : null}
    </main>
  );
}

function Figures({ numbers, health }: { numbers: PlatformNumbers; health: Health }) {
  const { t } = useTranslation('administration');
  const { locale } = useLocale();
  const { accounts, subscriptions } = numbers;
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const month = dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const revenue = commaList(
    numbers.revenue.map(({ amount, currency }) => formatMoney(amount, currency, locale)),
    locale,
  );
  return (
    <div className="grid gap-4">
      <Stats>
        <Stat
          label={t('accounts.title')}
          value={<NumberLink to={paths.accounts()} value={accounts.all} />}
          note={
            <TextLink href={paths.accounts({ status: 'suspended' })}>
              {t('home.suspended', { count: accounts.suspended })}
            </TextLink>
          }
        />
        <Stat
          label={t('owners.title')}
          value={<NumberLink to={paths.accountOwners()} value={numbers.owners} />}
          note={
            <TextLink href={`${paths.accounts()}?sort=-members`}>
              {t('home.members', { count: numbers.members })}
            </TextLink>
          }
        />
        <Stat
          label={t('home.revenue')}
          value={<TextLink href={`${paths.billingOrders()}?status=paid`}>{revenue || '0'}</TextLink>}
          note={t('home.revenueText')}
        />
        <Stat
          label={t('billing.subscriptions')}
          value={<NumberLink to={paths.billingSubscriptions({ status: 'active' })} value={subscriptions.active} />}
          note={
            <>
              <TextLink href={paths.billingSubscriptions({ status: 'trialing' })}>
                {t('home.trialing', { count: subscriptions.trialing })}
              </TextLink>{' '}
              ·{' '}
              <TextLink href={paths.billingSubscriptions({ status: 'past_due' })}>
                {t('home.pastDue', { count: subscriptions.past_due })}
              </TextLink>
            </>
          }
        />
      </Stats>
      <Card title={t('home.growth')}>
        <Chart
          label={t('home.growth')}
          kind="bar"
          points={numbers.months.map((slot) => ({ label: month.format(new Date(slot.at)), value: slot.accounts }))}
        />
      </Card>
      <Stats>
        <Stat
          label={t('home.errorRate')}
          value={<TextLink href={paths.health()}>{percent.format(errorRate(health.traffic))}</TextLink>}
        />
        <Stat label={t('home.failing')} value={<NumberLink to={paths.crons()} value={health.schedules.failing} />} />
        <Stat
          label={t('home.failedJobs')}
          value={
            <NumberLink
              to={paths.healthList('jobs', { state: 'failed' })}
              value={health.queues.reduce((all, { failed }) => all + failed, 0)}
            />
          }
        />
      </Stats>
    </div>
  );
}

function NumberLink({ to, value }: { to: string; value: number }): ReactNode {
  return (
    <TextLink href={to}>
      <Amount value={value} />
    </TextLink>
  );
}
