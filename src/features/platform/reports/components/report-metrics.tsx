import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Chart } from '#ui/charts/chart.tsx';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { Card } from '#ui/layout/section.tsx';
import type { Report } from '../data.ts';
import { type Compared, changeOf, currentStateLists, queryOf, type ReportParams } from '../rules.ts';
import { useListRights, useReportFormat } from './report-format.ts';
import type { NumberShape, ReportShape } from './report-shape.ts';

type FiguresProps = { report: Report; shape: Pick<ReportShape, 'numbers' | 'charts'>; params: ReportParams };

/** A report's metrics, each linked to its rows, and their charts. */
export function ReportMetrics({ report, shape, params }: FiguresProps) {
  // The response has no sales metrics for those who may not manage the shop.
  const numbers = shape.numbers.filter((number) => number.of || number.id in report.numbers);
  const charts = shape.charts.filter(({ id }) => id in report.series);
  return (
    <>
      {rowsOf(numbers).map((row) => (
        <Stats key={row[0]?.id}>
          {row.map((number) => (
            <Metric key={number.id} report={report} shape={number} params={params} />
          ))}
        </Stats>
      ))}
      <div className="grid gap-4 lg:grid-cols-2">
        {charts.map((chart) => (
          <SeriesChart key={chart.id} report={report} chart={chart} isAlone={charts.length === 1} />
        ))}
      </div>
    </>
  );
}

/** Whose rights open a screen: the same as those of these rows. */
const listOf = { users: 'joined', contacts: 'subscribed', manageSubscriptions: 'renewals' } as const;

/** Splits metrics into rows of at most four, as even as possible. */
function rowsOf(numbers: readonly NumberShape[]): NumberShape[][] {
  const length = Math.ceil(numbers.length / Math.ceil(numbers.length / 4));
  return Array.from({ length: Math.ceil(numbers.length / length) }, (_, row) =>
    numbers.slice(row * length, (row + 1) * length),
  );
}

function Metric({ report, shape, params }: { report: Report; shape: NumberShape; params: ReportParams }) {
  const { t } = useTranslation('reports');
  const { format } = useReportFormat();
  const mayList = useListRights();
  const { currency } = report.frame;
  const value = shape.of ? shape.of(report) : report.numbers[shape.id];
  const text = value?.now === null || value === undefined ? null : format(value.now, shape.form, currency);
  const screenPath = shape.screen && mayList(listOf[shape.screen]) ? paths[shape.screen]() : undefined;
  const href =
    screenPath ??
    (shape.list && mayList(shape.list)
      ? paths.reportRows(shape.list, queryOf({ ...params, compare: 'previous' }))
      : shape.report
        ? paths.manageReport(shape.report, queryOf({ ...params, filters: {} }))
        : undefined);
  const notes = [
    text === null ? t('notEnough') : null,
    value && value.past !== null && text !== null
      ? t('was', { value: format(value.past, shape.form, currency) })
      : null,
    shape.hasHint ? t(`hint.${shape.id}`) : null,
  ].filter(Boolean);
  return (
    <Stat
      label={t(`number.${shape.id}`)}
      value={
        href && text !== null ? (
          <TextLink href={href}>
            <span className="vh">{t(`number.${shape.id}`)}: </span>
            <bdi>{text}</bdi>
          </TextLink>
        ) : (
          <bdi>{text ?? '–'}</bdi>
        )
      }
      change={
        value && value.now !== null && !currentStateLists.some((list) => list === shape.list)
          ? changeOf(value as Compared)
          : undefined
      }
      isInverse={shape.isInverse}
      note={notes.length > 0 ? notes.join(' · ') : undefined}
    />
  );
}

function SeriesChart({
  report,
  chart,
  isAlone,
}: {
  report: Report;
  chart: ReportShape['charts'][number];
  isAlone: boolean;
}) {
  const { t } = useTranslation('reports');
  const { format, formatAmount, formatSlotShort } = useReportFormat();
  const { frame } = report;
  const points = report.series[chart.id] ?? [];
  return (
    <Card title={t(`number.${chart.id}`)} className={isAlone ? 'lg:col-span-2' : undefined}>
      <Chart
        label={t(`number.${chart.id}`)}
        kind={chart.kind}
        points={points.map(({ at, now, past }) => ({ label: formatSlotShort(frame, at), value: now, past }))}
        format={(value) => format(value, chart.form, frame.currency)}
        formatAxis={chart.form === 'money' ? (value) => formatAmount(value, frame.currency) : undefined}
      />
    </Card>
  );
}
