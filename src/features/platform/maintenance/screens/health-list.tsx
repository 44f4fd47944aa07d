import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { paths } from '#paths';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import { MaintenanceTabs } from '../components/maintenance-tabs.tsx';
import { JobTable, NoiseTable, ReportTable, StatementTable } from './health-tables.tsx';

const lists = { jobs: JobTable, noise: NoiseTable, reports: ReportTable, statements: StatementTable } as const;
type List = keyof typeof lists;

const isList = (name: string | undefined): name is List => name !== undefined && name in lists;

/** The rows behind one of the health numbers. */
export default function HealthList() {
  const { t } = useTranslation('maintenance');
  const { list } = useParams();
  const name = isList(list) ? list : 'jobs';
  const Table = lists[name];
  return (
    <main id="content" className="page">
      <PageHeader title={t(`lists.${name}.title`)} sentence={t(`lists.${name}.sentence`)} />
      <MaintenanceTabs />
      <div className="mb-4">
        <PageTabs
          label={t('lists.label')}
          tabs={(Object.keys(lists) as List[]).map((id) => ({
            href: paths.healthList(id),
            label: t(`lists.${id}.title`),
          }))}
        />
      </div>
      <Table key={name} />
    </main>
  );
}
