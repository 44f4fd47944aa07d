import { useTranslation } from 'react-i18next';
import { ContentText } from '#ui/display/content-language.tsx';
import { Card } from '#ui/layout/section.tsx';
import { TableScroll } from '#ui/table/table-scroll.tsx';
import type { Cohort, Report, Row } from '../data.ts';
import type { Filters, ReportParams } from '../rules.ts';
import { useReportFormat } from './report-format.ts';
import type { ColumnShape, TableShape } from './report-shape.ts';

type BreakdownProps = {
  report: Report;
  shape: TableShape;
  params: ReportParams;
  onChange: (change: Partial<ReportParams>) => void;
};

/** Table of a breakdown; a bar shows each row relative to the largest. */
export function Breakdown({ report, shape, params, onChange }: BreakdownProps) {
  const { t } = useTranslation('reports');
  const { format, nameOf } = useReportFormat();
  const rows = report.tables[shape.id] ?? [];
  const barColumn =
    shape.columns.find(({ id }) => id === 'amount' || id === 'mrr') ??
    shape.columns.find(({ id }) => rows.some((row) => typeof row[id] === 'number'));
  const max = Math.max(1, ...rows.map((row) => Number(row[barColumn?.id ?? ''] ?? 0)));
  const cell = (row: Row, { id, form }: ColumnShape) => {
    const value = row[id];
    if (typeof value === 'number') return format(value, form, report.frame.currency);
    return typeof value === 'string' ? value : '–';
  };
  const isWords = ({ id }: ColumnShape) => rows.some((row) => typeof row[id] === 'string');
  const title = t(`table.${shape.id}`);
  return (
    <Card
      title={title}
      sentence={shape.hasText ? t(`table.${shape.id}Text`) : undefined}
      className={shape.isWide ? 'lg:col-span-2' : undefined}
      isBare
    >
      {rows.length === 0 ? (
        <p className="muted px-4 pb-4">{t('table.empty')}</p>
      ) : (
        <TableScroll label={title}>
          <table className="tbl" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('column.name')}</th>
                {shape.columns.map((column) => (
                  <th key={column.id} scope="col" className={isWords(column) ? undefined : 'is-end'}>
                    {t(`column.${column.id}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.id ?? ''} ${row.name} ${row.source ?? ''} ${row.medium ?? ''}`}>
                  <td>
                    <Name row={row} shape={shape} text={nameOf(shape.names, row)} params={params} onChange={onChange} />
                    <Bar share={Number(row[barColumn?.id ?? ''] ?? 0) / max} />
                  </td>
                  {shape.columns.map((column) => (
                    <td key={column.id} className={isWords(column) ? undefined : 'is-end num'} dir="auto">
                      {cell(row, column)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </Card>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <div className="mt-1 h-1 rounded-full bg-base-200" aria-hidden="true">
      <div className="h-1 rounded-full bg-primary" style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}

type NameProps = Pick<BreakdownProps, 'shape' | 'params' | 'onChange'> & { row: Row; text: string };

function Name({ row, shape, text, params, onChange }: NameProps) {
  const value = shape.filter === 'course' || shape.filter === 'role' ? row.id : row.name;
  const words = row.language ? <ContentText language={row.language}>{text}</ContentText> : text;
  const direction = shape.names === 'path' ? 'ltr' : 'auto';
  if (!shape.filter || value === undefined || params.filters[shape.filter] === value)
    return (
      <span dir={direction} className={`block truncate ${shape.isWide ? 'max-w-96' : 'max-w-48'}`} title={text}>
        {words}
      </span>
    );
  const filters: Filters = { ...params.filters, [shape.filter]: value };
  return (
    <button
      type="button"
      className={`link block truncate text-start ${shape.isWide ? 'max-w-96' : 'max-w-48'}`}
      dir={direction}
      title={text}
      onClick={() => onChange({ filters })}
    >
      {words}
    </button>
  );
}

const tints = ['', 'bg-primary/10', 'bg-primary/20', 'bg-primary/30', 'bg-primary/40'];

/** Cohort table: who joined or subscribed in a month, and how many of them stayed in each month since. */
export function Cohorts({ cohorts, of }: { cohorts: readonly Cohort[]; of?: 'subscriptions' | undefined }) {
  const { t } = useTranslation('reports');
  const { formatSlot, format } = useReportFormat();
  const steps = Math.max(0, ...cohorts.map(({ active }) => active.length));
  return (
    <Card title={t('table.cohorts')} sentence={t(of ? `table.${of}CohortsText` : 'table.cohortsText')} isBare>
      {cohorts.length === 0 ? (
        <p className="muted px-4 pb-4">{t('table.empty')}</p>
      ) : (
        <TableScroll label={t('table.cohorts')}>
          <table className="tbl" aria-label={t('table.cohorts')}>
            <thead>
              <tr>
                <th scope="col">{t(of ? `table.${of}Month` : 'table.month')}</th>
                <th scope="col" className="is-end">
                  {t(of ? `column.${of}` : 'column.members')}
                </th>
                {Array.from({ length: steps }, (_, step) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are months in their order
                  <th key={step} scope="col" className="is-end">
                    {t('table.after', { count: step })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map(({ month, members, active }) => (
                <tr key={month}>
                  <th scope="row" className="text-start font-normal">
                    {formatSlot({ unit: 'month' }, month)}
                  </th>
                  <td className="is-end num">{format(members, undefined, '')}</td>
                  {Array.from({ length: steps }, (_, step) => {
                    const count = active[step];
                    const part = count === undefined ? 0 : count / members;
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns are months in their order
                      <td key={step} className={`is-end num ${tints[Math.ceil(part * 4)] ?? ''}`}>
                        {count === undefined ? '' : format(part, 'share', '')}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </Card>
  );
}
