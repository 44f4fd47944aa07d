import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Chart } from '#ui/charts/chart.tsx';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import { Card } from '#ui/layout/section.tsx';
import { downloadCsv } from '#ui/table/download-csv.ts';
import { AccountTable, type AccountTableProps } from '../components/account-table.tsx';
import { isMoney, type View, views } from '../components/account-views.ts';
import { ReportBar, useReportParams } from '../components/report-bar.tsx';
import { useReportFormat } from '../components/report-format.ts';
import { type AccountReport, reportQueries } from '../data.ts';
import { changeOf, queryOf, type ReportParams, sumCompared } from '../rules.ts';

/** On the platform's host: sales, members, learning and marketing over all of the caller's sites. */
export default function AccountReports() {
  const { t } = useTranslation('reports');
  const db = useDb();
  const { session } = useSession();
  const { view: viewParam } = useParams();
  const view = (Object.keys(views) as View[]).find((name) => name === viewParam) ?? 'sales';
  const [params, setParams] = useReportParams();
  const query = useQuery({
    ...reportQueries.accounts(db, session?.user.id ?? '', params),
    placeholderData: keepPreviousData,
  });
  const accounts = query.data;
  return (
    <main id="content" className="page">
      <title>{`${t(`tabs.${view}`)} · ${t('title')}`}</title>
      <PageHeader
        title={t('title')}
        sentence={t('accounts.sentence')}
        actions={
          <Button
            icon={Download}
            isDisabled={!accounts || accounts.length === 0}
            onPress={() => accounts && exportAccounts(accounts, t)}
          >
            {t('export')}
          </Button>
        }
      />
      <div className="mb-4">
        <ViewTabs params={params} />
      </div>
      <ReportBar params={{ ...params, filters: {} }} onChange={setParams} />
      {query.isPending ? <SkeletonCards count={3} /> : null}
      {query.isError ? (
        <div className="card">
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {query.error.message}
          </ErrorState>
        </div>
      ) : null}
      {accounts?.length === 0 ? (
        <EmptyState
          title={t('accounts.none')}
          drawing="house"
          actions={
            <LinkButton variant="primary" href={`${paths.setup()}?new=1`}>
              {t('accounts.new')}
            </LinkButton>
          }
        >
          {t('accounts.noneText')}
        </EmptyState>
      ) : null}
      {accounts && accounts.length > 0 && !query.isError ? (
        <Figures view={view} accounts={accounts} params={params} />
      ) : null}
    </main>
  );
}

function Figures({ view, accounts, params }: AccountTableProps) {
  const { t } = useTranslation('reports');
  const { format } = useReportFormat();
  const currencies = [...new Set(accounts.map(({ frame }) => frame.currency))];
  const [charted] = views[view];
  // Amounts in different currencies cannot be added, so each currency has its own section.
  const totals = views[view].flatMap((id) =>
    (isMoney(id) ? currencies : [null]).map((currency) => ({
      id,
      currency,
      ...sumCompared(
        accounts
          .filter(({ frame }) => currency === null || frame.currency === currency)
          .map(({ numbers }) => numbers[id]),
      ),
    })),
  );
  const nameOf = (id: string, currency: string | null) =>
    currency !== null && currencies.length > 1
      ? t('accounts.in', { name: t(`number.${id}`), currency })
      : t(`number.${id}`);
  return (
    <div className="grid gap-4">
      <Stats>
        {totals.map(({ id, currency, now, past }) => (
          <Stat
            key={`${id} ${currency}`}
            label={nameOf(id, currency)}
            value={<bdi>{format(now, isMoney(id) ? 'money' : undefined, currency ?? 'EUR')}</bdi>}
            change={changeOf({ now, past })}
            note={
              past === null
                ? undefined
                : t('was', { value: format(past, isMoney(id) ? 'money' : undefined, currency ?? 'EUR') })
            }
          />
        ))}
      </Stats>
      <div className="grid gap-4 lg:grid-cols-2">
        {(isMoney(charted) ? currencies : [null]).map((currency, _, { length }) => (
          <AccountChart
            key={currency ?? ''}
            number={charted}
            label={nameOf(charted, currency)}
            accounts={accounts.filter(({ frame }) => currency === null || frame.currency === currency)}
            currency={currency}
            isWide={length === 1}
          />
        ))}
      </div>
      <Card title={t('accounts.all')} isBare>
        <AccountTable view={view} accounts={accounts} params={params} />
      </Card>
    </div>
  );
}

/** One number of several sites over the days, which have one currency where it is an amount. */
function AccountChart({
  number,
  label,
  accounts,
  currency,
  isWide,
}: {
  number: string;
  label: string;
  accounts: AccountReport[];
  currency: string | null;
  isWide: boolean;
}) {
  const { format, formatAmount, formatSlotShort } = useReportFormat();
  const [first] = accounts;
  if (!first) return null;
  return (
    <Card title={label} className={isWide ? 'lg:col-span-2' : undefined}>
      <Chart
        label={label}
        points={(first.series[number] ?? []).map(({ at }, index) => {
          const { now, past } = sumCompared(
            accounts.map(({ series }) => ({
              now: series[number]?.[index]?.now ?? 0,
              past: series[number]?.[index]?.past ?? null,
            })),
          );
          return { label: formatSlotShort(first.frame, at), value: now, past: past ?? undefined };
        })}
        format={(value) => format(value, isMoney(number) ? 'money' : undefined, currency ?? 'EUR')}
        formatAxis={currency === null ? undefined : (value) => formatAmount(value, currency)}
      />
    </Card>
  );
}

function ViewTabs({ params }: { params: ReportParams }) {
  const { t } = useTranslation('reports');
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={(Object.keys(views) as View[]).map((name) => ({
        href: paths.reports(name === 'sales' ? '' : name, queryOf({ ...params, filters: {} })),
        label: t(`tabs.${name}`),
        isExact: name === 'sales',
      }))}
    />
  );
}

/** CSV with a row for each site and every metric; money in major units beside its currency. */
function exportAccounts(accounts: AccountReport[], t: (key: string) => string): void {
  const keys = Object.values(views).flat();
  const cell = (account: AccountReport, id: string, value: number | null | undefined) =>
    value === null || value === undefined
      ? ''
      : isMoney(id)
        ? value / minorUnitsPerMajor(account.frame.currency)
        : value;
  void downloadCsv(
    'sites',
    [
      t('accounts.site'),
      t('filter.currency'),
      t('period.since'),
      t('period.until'),
      ...keys.flatMap((id) => [t(`number.${id}`), `${t(`number.${id}`)}: ${t('compare.previous')}`]),
    ],
    accounts.map((account) => [
      account.title,
      account.frame.currency,
      account.frame.first,
      account.frame.last,
      ...keys.flatMap((id) => [
        cell(account, id, account.numbers[id]?.now),
        cell(account, id, account.numbers[id]?.past),
      ]),
    ]),
  );
}
