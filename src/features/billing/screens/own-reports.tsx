import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { formatMoney } from '#base/shared/money.ts';
import { saveCsv } from '#features/members/components/save-csv.ts';
import { openSite } from '#features/reports/data.ts';
import { paths } from '#paths';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { Amount, Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Stat, Stats } from '#ui/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { showProblem } from '#ui/toaster.tsx';
import { ownedNumbers } from '../reports/data.ts';
import { type OwnedNumbers, shareOfChange, sumsOf } from '../reports/rules.ts';

const spans = ['7', '30', '90'] as const;

/** All of one's own sites side by side, and what they come to. */
export default function OwnReports() {
  const { t } = useTranslation('billing');
  const wire = useWire();
  const { locale, base_domain } = useSite();
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const sites = useQuery(ownedNumbers(wire, Number(span)));
  const sums = sumsOf(sites.data ?? []);
  const hostOf = (site: OwnedNumbers) => site.domain ?? `${site.slug}.${base_domain}`;
  const moneyOf = (site: OwnedNumbers) =>
    site.revenue.map(({ now, currency }) => formatMoney(now, currency, locale)).join(' · ');

  async function open(site: OwnedNumbers) {
    try {
      location.assign(await openSite(paths.handoff(), site.account_id));
    } catch (error) {
      showProblem((error as Error).message);
    }
  }
  function download() {
    const head = ['site', 'members', 'new', 'enrolments', 'completions', 'orders', 'revenue'] as const;
    const lines = (sites.data ?? []).flatMap((site) =>
      // A line for each currency: a sum stands beside its own.
      (site.revenue.length > 0 ? site.revenue : [null]).map((money) => [
        site.title,
        String(site.members.total),
        String(site.members.now),
        String(site.enrolments.now),
        String(site.completions.now),
        String(site.orders.now),
        money ? formatMoney(money.now, money.currency, locale) : '',
      ]),
    );
    saveCsv(
      head.map((name) => t(`owned.${name}`)),
      lines,
      `sites-${span}-days.csv`,
    );
  }
  const columns: Column<OwnedNumbers>[] = [
    {
      id: 'site',
      label: t('owned.site'),
      phone: 'main',
      cell: (site) => (
        <span className="grid">
          <span className="cut">{site.title}</span>
          <span className="help cut">
            <bdi>{hostOf(site)}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'members',
      label: t('owned.members'),
      isEnd: true,
      phone: 'under',
      cell: (site) => <Amount value={site.members.total} />,
    },
    {
      id: 'new',
      label: t('owned.new'),
      isEnd: true,
      phone: 'under',
      cell: (site) => <Amount value={site.members.now} />,
    },
    {
      id: 'enrolments',
      label: t('owned.enrolments'),
      isEnd: true,
      cell: (site) => <Amount value={site.enrolments.now} />,
    },
    {
      id: 'completions',
      label: t('owned.completions'),
      isEnd: true,
      cell: (site) => <Amount value={site.completions.now} />,
    },
    {
      id: 'orders',
      label: t('owned.orders'),
      isEnd: true,
      phone: 'under',
      cell: (site) => <Amount value={site.orders.now} />,
    },
    {
      id: 'revenue',
      label: t('owned.revenue'),
      isEnd: true,
      phone: 'side',
      cell: (site) =>
        site.status === 'suspended' ? <Badge tone="error">{t('owned.suspended')}</Badge> : moneyOf(site) || '–',
    },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('owned.title')}
        sentence={t('owned.sentence')}
        actions={
          <Button icon={Download} isDisabled={!sites.data || sites.data.length === 0} onPress={download}>
            {t('owned.export')}
          </Button>
        }
      />
      <div className="grid gap-6">
        <div className="row">
          <Segmented
            label={t('owned.span')}
            options={spans.map((id) => ({ id, label: t('owned.days', { count: Number(id) }) }))}
            value={span}
            onChange={setSpan}
          />
        </div>
        {sites.data && sites.data.length > 0 ? (
          <Stats>
            {sums.revenue.map((money) => (
              <Stat
                key={money.currency}
                label={t('owned.revenueIn', { currency: money.currency })}
                value={<Money minor={money.now} currency={money.currency} isShort />}
                change={shareOfChange(money)}
                note={t('owned.against', { count: Number(span) })}
              />
            ))}
            <Stat
              label={t('owned.members')}
              value={<Amount value={sums.members.total} />}
              note={t('owned.newMany', { count: sums.members.now })}
            />
            <Stat
              label={t('owned.enrolments')}
              value={<Amount value={sums.enrolments.now} />}
              change={shareOfChange(sums.enrolments)}
              note={t('owned.against', { count: Number(span) })}
            />
            <Stat
              label={t('owned.completions')}
              value={<Amount value={sums.completions.now} />}
              change={shareOfChange(sums.completions)}
              note={t('owned.against', { count: Number(span) })}
            />
          </Stats>
        ) : null}
        <DataTable
          label={t('owned.list')}
          columns={columns}
          rows={sites.data}
          rowId={(site) => site.account_id}
          rowName={(site) => site.title}
          rowActions={(site) => ({
            quick:
              site.status === 'active'
                ? [
                    {
                      label: t('owned.open', { title: site.title }),
                      icon: ArrowUpRight,
                      onAction: () => void open(site),
                    },
                  ]
                : [],
          })}
          state={{ page: 1, pageSize: 500, sort: undefined, setPage: () => {}, setSort: () => {} }}
          total={sites.data?.length}
          isRefreshing={sites.isFetching}
          error={sites.isError}
          onRetry={() => void sites.refetch()}
          empty={
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
          }
        />
      </div>
    </main>
  );
}
