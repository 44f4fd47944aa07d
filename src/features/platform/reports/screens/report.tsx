import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { downloadCsv } from '#ui/table/download-csv.ts';
import { Breakdown, Cohorts } from '../components/breakdown.tsx';
import { ReportBar, useReportParams } from '../components/report-bar.tsx';
import { useListRights, useReportFormat, useReportRights } from '../components/report-format.ts';
import { ReportMetrics } from '../components/report-metrics.tsx';
import { shapes } from '../components/report-shape.ts';
import { ReportTabs } from '../components/report-tabs.tsx';
import { type Report, reportQueries } from '../data.ts';
import { type Filters, queryOf, type ReportName, type ReportParams, reports } from '../rules.ts';

/** One report of the site: metrics with comparison, charts and breakdowns. */
export default function ReportScreen() {
  const { t } = useTranslation('reports');
  const { report = 'overview' } = useParams();
  const name = reports.find((id) => id === report);
  if (!name)
    return (
      <main id="content" className="page">
        <EmptyState
          isPage
          title={t('table.empty')}
          actions={<LinkButton href={paths.manageReports()}>{t('rows.back')}</LinkButton>}
        />
      </main>
    );
  return <OneReport key={name} name={name} />;
}

function OneReport({ name }: { name: ReportName }) {
  const { t } = useTranslation('reports');
  const db = useDb();
  const { account_id } = useAccount();
  const [params, setParams] = useReportParams();
  const mayRead = useReportRights();
  const isAboutOwnCourses = !mayRead('sales') && !mayRead('members');
  const mayList = useListRights();
  const query = useQuery({ ...reportQueries.one(db, account_id, name, params), placeholderData: keepPreviousData });
  const report = query.data;
  const nameOfFilter = useFilterNames(report);

  return (
    <main id="content" className="page">
      <title>{`${t(`tabs.${name}`)} · ${t('title')}`}</title>
      <PageHeader
        title={t('title')}
        sentence={t(name === 'overview' && isAboutOwnCourses ? 'sentence.overviewOwn' : `sentence.${name}`)}
        actions={
          <>
            {name === 'learning' && mayList('learners') ? (
              <LinkButton icon={Users} href={paths.reportRows('learners', queryOf(params))}>
                {t('rows.list.learners')}
              </LinkButton>
            ) : null}
            <Button icon={Download} isDisabled={!report} onPress={() => report && exportCourse(name, report, t)}>
              {t('export')}
            </Button>
          </>
        }
      />
      <ReportTabs params={params} />
      <ReportBar
        params={params}
        onChange={setParams}
        nameOf={nameOfFilter}
        end={report ? <ReportDays frame={report.frame} /> : null}
      />
      {query.isPending ? <SkeletonCards count={4} /> : null}
      {query.isError ? (
        <div className="card">
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {query.error.message}
          </ErrorState>
        </div>
      ) : null}
      {report && !query.isError ? (
        <div className="grid gap-4" aria-busy={query.isPlaceholderData}>
          <ReportBody name={name} report={report} params={params} onChange={setParams} />
        </div>
      ) : null}
    </main>
  );
}

/** Names a filter's value, as the report has it. */
function useFilterNames(report: Report | undefined): (filter: keyof Filters, value: string) => string {
  const { nameOf } = useReportFormat();
  return (filter, value) => {
    if (filter === 'course') return report?.tables.courses?.find(({ id }) => id === value)?.name ?? '…';
    if (filter === 'role') {
      const role = report?.tables.roles?.find(({ id }) => id === value);
      return role ? nameOf('role', role) : '…';
    }
    return filter === 'source' || filter === 'device' ? nameOf(filter, { name: value }) : value;
  };
}

/** The days of the report and those it is compared with. */
function ReportDays({ frame }: Pick<Report, 'frame'>) {
  const { t } = useTranslation('reports');
  const { days } = useReportFormat();
  return (
    <p className="help" aria-live="polite">
      {t('days', { days: days(frame), zone: frame.zone })}
      {frame.past_first && frame.past_last ? (
        <>
          <br />
          {t('compare.of', {
            days: days({ first: frame.past_first, last: frame.past_last }),
          })}
        </>
      ) : null}
    </p>
  );
}

/** Metrics, breakdowns and cohorts. */
function ReportBody({
  name,
  report,
  params,
  onChange,
}: {
  name: ReportName;
  report: Report;
  params: ReportParams;
  onChange: (change: Partial<ReportParams>) => void;
}) {
  const shape = shapes[name];
  return (
    <>
      <ReportMetrics report={report} shape={shape} params={params} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {shape.tables
          .filter((table) => table.id in report.tables && (table.isShown?.(report) ?? true))
          .map((table) => (
            <Breakdown key={table.id} report={report} shape={table} params={params} onChange={onChange} />
          ))}
      </div>
      {report.tables.cohorts ? <Cohorts cohorts={report.tables.cohorts} of={shape.cohorts} /> : null}
    </>
  );
}

/** CSV of every series with a row for each day, week or month; money in major units. */
function exportCourse(name: ReportName, report: Report, t: (key: string) => string): void {
  const money = new Set(shapes[name].numbers.flatMap(({ id, form }) => (form === 'money' ? [id] : [])));
  money.add('tax');
  const keys = Object.keys(report.series);
  const { currency } = report.frame;
  const cell = (key: string, value: number | undefined) =>
    value === undefined ? '' : money.has(key) ? value / minorUnitsPerMajor(currency) : value;
  const first = report.series[keys[0] ?? ''] ?? [];
  void downloadCsv(
    `${name}-${report.frame.first}-${report.frame.last}`,
    [
      t('column.at'),
      ...keys.flatMap((key) => {
        const label = `${t(`number.${key}`)}${money.has(key) ? ` (${currency})` : ''}`;
        return [label, `${label}: ${t('compare.previous')}`];
      }),
    ],
    first.map(({ at }, index) => [
      at,
      ...keys.flatMap((key) => {
        const point = report.series[key]?.[index];
        return [cell(key, point?.now), cell(key, point?.past)];
      }),
    ]),
  );
}
