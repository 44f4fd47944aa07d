import { ArrowLeft, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListTable } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { ReportBar } from '../components/report-bar.tsx';
import { useReportFormat } from '../components/report-format.ts';
import { type ListedRow, listReportRows } from '../data.ts';
import {
  columnsOf,
  currentStateLists,
  filterNames,
  type ListName,
  lists,
  queryOf,
  type ReportName,
  reportParams,
} from '../rules.ts';

/** The report a list belongs to. */
const reportOf: Record<ListName, ReportName> = {
  orders: 'sales',
  refunds: 'sales',
  coupon_orders: 'marketing',
  subscriptions_started: 'subscriptions',
  subscriptions_ended: 'subscriptions',
  renewals: 'subscriptions',
  joined: 'members',
  enrolled: 'learning',
  completions: 'learning',
  lessons: 'learning',
  attempts: 'learning',
  learners: 'learning',
  risk: 'learning',
  answers: 'marketing',
  subscribed: 'marketing',
  left: 'marketing',
  visits: 'visits',
  campaign_visits: 'marketing',
};

const moments = new Set(['at', 'enrolled_at', 'completed_at', 'seen_at', 'login_at']);
const money = new Set(['amount', 'discount']);
const counts = new Set([...money, 'payments', 'percent', 'score', 'views', 'seconds']);
const codes = new Set(['email', 'entry', 'exit', 'path', 'coupon']);

/** The rows behind a metric, with the same parameters as the report. */
export default function ReportRows() {
  const { t } = useTranslation('reports');
  const { list: name } = useParams();
  const list = lists.find((id) => id === name);
  if (!list)
    return (
      <main id="content" className="page">
        <EmptyState
          isPage
          title={t('table.empty')}
          actions={<LinkButton href={paths.manageReports()}>{t('rows.back')}</LinkButton>}
        />
      </main>
    );
  return <Rows key={list} list={list} />;
}

function Rows({ list: name }: { list: ListName }) {
  const { t } = useTranslation('reports');
  const db = useDb();
  const { account_id } = useAccount();
  const [query, setQuery] = useSearchParams();
  const params = reportParams(query);
  const { days } = useReportFormat();
  const list = useList({
    key: ['reports', account_id],
    vary: ['rows', name, params],
    filters: Object.fromEntries(filterNames.map((filter) => [filter, {}])),
    read: ({ page, pageSize }) => listReportRows(db, account_id, name, params, page, pageSize),
  });
  const frame = list.page?.frame;
  const isNow = currentStateLists.includes(name);
  const columns = useRowColumns(name, list.rows ?? [], frame?.currency ?? 'EUR');
  const title = t(`rows.list.${name}`);
  const empty = { title: t('rows.emptyTitle'), text: t('rows.emptyText') };
  return (
    <main id="content" className="page">
      <title>{`${title} · ${t('title')}`}</title>
      <PageHeader
        title={title}
        sentence={list.page ? t('rows.count', { count: list.page.total }) : undefined}
        actions={
          <>
            <LinkButton href={paths.manageReport(reportOf[name], queryOf(params))}>
              <ArrowLeft className="flip" aria-hidden="true" />
              {t('rows.back')}
            </LinkButton>
            <LinkButton
              icon={Download}
              href={paths.reportCsv(name, queryOf({ ...params, compare: 'previous' }))}
              download={`${name}.csv`}
            >
              {t('rows.csv')}
            </LinkButton>
          </>
        }
      />
      <ReportBar
        params={params}
        onChange={(change) => setQuery(new URLSearchParams(queryOf({ ...params, ...change })), { replace: true })}
        hasComparison={false}
        hasPeriod={!isNow}
        end={frame && !isNow ? <p className="help">{t('days', { days: days(frame), zone: frame.zone })}</p> : null}
      />
      <ListTable
        list={list}
        label={title}
        columns={columns}
        hasOwnFilters
        rowName={(row) => String(row.name ?? row.entry ?? row.number ?? row.email)}
        empty={empty}
        noMatch={empty.title}
      />
    </main>
  );
}

function useRowColumns(list: ListName, rows: readonly ListedRow[], currency: string): ListColumn<ListedRow>[] {
  const { t } = useTranslation('reports');
  const cell = useCell();
  return shownColumns(list, rows).map((id, index) => ({
    id,
    label: t(`column.${id}`),
    phone: index === 0 ? 'main' : id === 'at' ? 'side' : index < 4 ? 'under' : 'hide',
    isEnd: counts.has(id) || moments.has(id),
    cell: (row) => cell(list, row, id, currency),
  }));
}

/** Visible columns: a visit's source, medium and campaign share a cell; the country is hidden where no row has one. */
function shownColumns(list: ListName, rows: readonly ListedRow[]): string[] {
  if (list !== 'visits' && list !== 'campaign_visits') return [...columnsOf[list]];
  const merged = new Set(['medium', 'campaign']);
  return columnsOf.visits.filter(
    (id) => !merged.has(id) && (id !== 'country' || rows.some(({ country }) => country !== '')),
  );
}

function useCell() {
  const { t } = useTranslation('reports');
  const { format, nameOf } = useReportFormat();
  return (list: ListName, row: ListedRow, column: string, currency: string): ReactNode => {
    const value = row[column];
    if (column === 'source' && columnsOf[list].includes('medium'))
      return (
        <>
          <span dir="auto">{nameOf('source', { name: String(value) })}</span>
          {row.medium || row.campaign ? (
            <span className="help block whitespace-nowrap" dir="auto">
              {[row.medium, row.campaign].filter(Boolean).join(' · ')}
            </span>
          ) : null}
        </>
      );
    if (column === 'source' || column === 'language' || column === 'country')
      return value || column === 'source' ? nameOf(column, { name: String(value) }) : '';
    if (value === null || value === undefined || value === '') return '';
    if (moments.has(column))
      return (
        <span className="whitespace-nowrap">
          <RelativeTime when={String(value)} />
        </span>
      );
    if (money.has(column)) return format(Number(value), 'money', currency);
    if (column === 'percent' || column === 'score') return format(Number(value), 'percent', currency);
    if (column === 'seconds') return format(Number(value), 'time', currency);
    if (column === 'passed') return t(value ? 'value.yes' : 'value.no');
    if (column === 'device' || column === 'status' || column === 'step')
      return t(`value.${String(value)}`, { defaultValue: String(value) });
    if (column === 'reason') return nameOf('reason', { name: String(value) });
    if (column === 'role') return nameOf('role', { name: String(value), kind: row.kind as string | null });
    if (column === 'number') return <TextLink href={paths.manageOrders()}>#{String(value)}</TextLink>;
    if (column === 'form' && list === 'answers')
      return <TextLink href={paths.formAnswers(String(row.form_id))}>{String(value)}</TextLink>;
    if (column === 'course')
      return (
        <TextLink href={paths.course(String(row.slug))}>
          <ContentText isApart language={String(row.course_language)}>
            {String(value)}
          </ContentText>
        </TextLink>
      );
    if (codes.has(column)) return <bdi dir="ltr">{String(value)}</bdi>;
    return <span dir="auto">{typeof value === 'number' ? format(value, undefined, currency) : String(value)}</span>;
  };
}
