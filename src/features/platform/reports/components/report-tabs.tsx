import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import { queryOf, type ReportParams, reports } from '../rules.ts';
import { useReportRights } from './report-format.ts';

/** Tabs of the reports, each with its own URL; the selected period is kept. */
export function ReportTabs({ params }: { params?: ReportParams }) {
  const { t } = useTranslation('reports');
  const mayReport = useReportRights();
  const isManager = useCan('manage_options');
  const query = params ? queryOf({ ...params, filters: {} }) : '';
  return (
    <div className="mb-4">
      <PageTabs
        label={t('tabs.label')}
        tabs={[
          ...reports.filter(mayReport).map((report) => ({
            href: paths.manageReport(report, query),
            label: t(`tabs.${report}`),
            isExact: report === 'overview',
          })),
          ...(isManager ? [{ href: paths.reportLetters(), label: t('tabs.letters') }] : []),
        ]}
      />
    </div>
  );
}
