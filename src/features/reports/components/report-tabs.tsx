import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/page-tabs.tsx';
import { type Asked, queryOf, reports } from '../rules.ts';

/** The reports, each with its own address; the time that was chosen goes along. */
export function ReportTabs({ asked }: { asked?: Asked }) {
  const { t } = useTranslation('reports');
  const query = asked ? queryOf({ ...asked, filters: {} }) : '';
  return (
    <div className="mb-4">
      <PageTabs
        label={t('tabs.label')}
        tabs={[
          ...reports.map((report) => ({
            href: paths.manageReport(report, query),
            label: t(`tabs.${report}`),
            isExact: report === 'overview',
          })),
          { href: paths.reportLetters(), label: t('tabs.letters') },
        ]}
      />
    </div>
  );
}
