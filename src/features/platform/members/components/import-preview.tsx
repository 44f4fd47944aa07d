import { useTranslation } from 'react-i18next';
import { Note } from '#ui/display/states.tsx';
import { TableScroll } from '#ui/table/table-scroll.tsx';
import type { ReportLine } from '../invitations/data.ts';

/** Rows shown in the preview; the report has all of them. */
const MAX_PREVIEW_ROWS = 100;

/** What the import would do with each line. */
export function ImportPreview({ report, validCount }: { report: readonly ReportLine[]; validCount: number }) {
  const { t } = useTranslation('members');
  return (
    <>
      <Note tone={validCount > 0 ? 'info' : 'warning'}>
        {t('import.foreseen', { count: validCount })}
        {validCount < report.length ? ` ${t('import.left', { count: report.length - validCount })}` : ''}
      </Note>
      <TableScroll label={t('import.trial')}>
        <table className="tbl" aria-label={t('import.trial')}>
          <thead>
            <tr>
              <th scope="col" className="is-end">
                {t('import.line')}
              </th>
              <th scope="col">{t('field.email')}</th>
              <th scope="col">{t('import.outcomeHead')}</th>
            </tr>
          </thead>
          <tbody>
            {report.slice(0, MAX_PREVIEW_ROWS).map((line) => (
              <tr key={line.line}>
                <td className="is-end num">{line.line}</td>
                <td>
                  <bdi>{line.email}</bdi>
                </td>
                <td className={line.outcome === 'waiting' ? undefined : 'text-error'}>
                  {t(`import.outcome.${line.outcome}`)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {report.length > MAX_PREVIEW_ROWS ? (
        <p className="help">{t('import.more', { count: report.length - MAX_PREVIEW_ROWS })}</p>
      ) : null}
    </>
  );
}
