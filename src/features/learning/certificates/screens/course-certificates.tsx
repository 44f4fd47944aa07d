import { useQuery } from '@tanstack/react-query';
import { Award } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { TeachingTabs } from '#features/learning/courses/components/teaching-tabs.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { ChooseDialog } from '../components/choose-dialog.tsx';
import { CertificateTabs } from '../components/designer-tabs.tsx';
import { type CourseChoice, certificateKey, designsQuery, listCourseChoices } from '../data.ts';

/** Which certificate each course has. */
export default function CourseCertificates() {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const designs = useQuery(designsQuery(db, account_id)).data ?? [];
  const [changed, setChanged] = useState<CourseChoice | null>(null);
  const list = useList({
    key: [...certificateKey(account_id), 'courses'],
    sort: 'title',
    read: (request) => listCourseChoices(db, account_id, request),
  });
  const accountDesign = designs.find(({ is_default }) => is_default);
  function nameOf({ course_certificates: chosen }: CourseChoice): string {
    if (!chosen) return accountDesign ? t('choice.account', { name: accountDesign.name }) : t('choice.none');
    return designs.find(({ id }) => id === chosen.design_id)?.name ?? t('choice.none');
  }
  return (
    <ListScreen
      list={list}
      title={t('screenNames.courseCertificates')}
      sentence={t('choice.sentence')}
      tabs={
        <>
          <TeachingTabs />
          <CertificateTabs />
        </>
      }
      search={t('choice.search')}
      columns={[
        { id: 'title', label: t('list.course'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.title },
        { id: 'design', label: t('choice.certificate'), phone: 'under', cell: nameOf },
      ]}
      rowName={(row) => row.title}
      rowActions={(row) => [
        { id: 'choose', label: t('choice.action'), icon: Award, isQuick: true, onAction: () => setChanged(row) },
      ]}
      empty={{
        title: t('choice.emptyTitle'),
        text: t('choice.emptyText'),
        action: (
          <LinkButton variant="primary" href={paths.newCourse()}>
            {t('choice.newCourse')}
          </LinkButton>
        ),
      }}
      noMatch={t('choice.noMatch')}
    >
      {changed ? <ChooseDialog course={changed} designs={designs} onClose={() => setChanged(null)} /> : null}
    </ListScreen>
  );
}
