import { useTranslation } from 'react-i18next';
import { TableScroll } from '../table/table-scroll.tsx';

type ChartTableProps = {
  label: string;
  points: readonly { label: string; value: number; past?: number }[];
  hasPast: boolean;
  formatValue: (value: number) => string;
};

/** The data of a chart as a table. */
export function ChartTable({ label, points, hasPast, formatValue }: ChartTableProps) {
  const { t } = useTranslation('ui');
  return (
    <details className="mt-1">
      <summary className="help w-max">{t('chart.table')}</summary>
      <TableScroll label={label} className="max-h-64">
        <table className="tbl">
          <caption className="vh">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chart.when')}</th>
              <th scope="col" className="is-end">
                {t('chart.now')}
              </th>
              {hasPast && (
                <th scope="col" className="is-end">
                  {t('chart.past')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {points.map((row) => (
              <tr key={row.label}>
                <td>{row.label}</td>
                <td className="is-end">{formatValue(row.value)}</td>
                {hasPast && <td className="is-end">{row.past === undefined ? '' : formatValue(row.past)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  );
}
