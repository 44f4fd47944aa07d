import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import { type Asked, queryOf, reports } from '../rules.ts';
import { useReportRights } from './report-words.ts';

/** The reports, each with its own address; the time that was chosen goes along. */
export function ReportTabs({ asked }: { asked?: Asked }) {
  const { t } = useTranslation('reports');
  const mayReport = useReportRights();
  const isManager = useCan('manage_options');
  const query = asked ? queryOf({ ...asked, filters: {} }) : '';
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
