import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { familyQuery } from '#features/platform/members/family/data.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState, Note } from '#ui/display/states.tsx';
import { useErrorText } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { CourseCard } from '../components/course-card.tsx';
import { KeyFigures } from '../components/key-figures.tsx';
import { WeeksChart } from '../components/weeks-chart.tsx';
import { learnerReportQuery } from '../data.ts';
import type { LearnerReport } from '../schema.ts';

const ME = 'me';

/** Progress, dates and results of the signed-in member, and of each child they follow. */
export default function Progress() {
  const { t } = useTranslation('learner-reports');
  const [search, setSearch] = useSearchParams();
  const id = search.get('member') ?? undefined;
  const db = useDb();
  const textOf = useErrorText();
  const { account_id } = useAccount();
  const report = useQuery(learnerReportQuery(db, account_id, id));
  const family = useQuery(familyQuery(db, account_id));
  const children = family.data?.filter((link) => link.is_confirmed && !link.is_my_parent) ?? [];
  const [child] = children;
  // A parent who takes no course has nothing to read of themselves.
  if (!id && child && report.data?.courses.length === 0)
    return <Navigate replace to={paths.progress(child.other_id)} />;
  const content = (
    <>
      {report.isError ? (
        <ErrorState onRetry={() => void report.refetch()} isRetrying={report.isFetching}>
          {textOf(report.error)}
        </ErrorState>
      ) : null}
      {report.isPending ? <SkeletonCards count={3} /> : null}
      {report.data ? <Report report={report.data} /> : null}
    </>
  );
  const people = [{ id: ME, label: t('me') }, ...children.map(({ other_id, name }) => ({ id: other_id, label: name }))];
  return (
    <main id="content" className="page">
      <PageHeader
        title={report.data && !report.data.is_own ? t('titleOf', { name: report.data.name }) : t('title')}
        sentence={t(id ? 'sentenceOf' : 'sentence')}
      />
      {children.length > 0 ? (
        <Tabs
          label={t('people')}
          selectedId={id ?? ME}
          onSelect={(person) => setSearch(person === ME ? {} : { member: person }, { replace: true })}
          tabs={people.map((person) => ({ ...person, content }))}
        />
      ) : (
        content
      )}
    </main>
  );
}

function Report({ report }: { report: LearnerReport }) {
  const { t } = useTranslation('learner-reports');
  if (report.courses.length === 0)
    return (
      <EmptyState
        drawing="page"
        title={t('none')}
        actions={
          report.is_own ? (
            <>
              <LinkButton variant="primary" href={paths.courses()}>
                {t('find')}
              </LinkButton>
              <LinkButton href={paths.profile()}>{t('haveCode')}</LinkButton>
            </>
          ) : null
        }
      >
        {t(report.is_own ? 'noneText' : 'noneOfText')}
      </EmptyState>
    );
  return (
    <div className="grid gap-6">
      <KeyFigures report={report} />
      {report.weeks.some(({ lessons }) => lessons > 0) ? <WeeksChart weeks={report.weeks} /> : null}
      {report.sees_grades ? null : <Note>{t('noGrades')}</Note>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {report.courses.map((course) => (
          <CourseCard key={course.enrolment_id} course={course} isOwn={report.is_own} memberId={report.member_id} />
        ))}
      </div>
    </div>
  );
}
