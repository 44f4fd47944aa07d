import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { MovedCourse } from '#features/learning/courses/components/moved-course.tsx';
import { courseQuery } from '#features/learning/courses/data.ts';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState, Note } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { useErrorText } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { OwnGradeList } from '../components/own-grade-list.tsx';
import { OwnTotal } from '../components/own-total.tsx';
import { ownGradesQuery } from '../data.ts';
import type { OwnGrades } from '../schema.ts';

/** `/dashboard/courses/:slug/grades`: a student's own grades of a course, and for parents (`?member=`) those of a child. */
export default function MyGrades() {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const member = search.get('member');
  const { t } = useTranslation('gradebook');
  const db = useDb();
  const textOf = useErrorText();
  const { account_id } = useAccount();
  const [whatIf, setWhatIf] = useState<Record<string, number>>({});
  const [isImagining, setImagining] = useState(false);
  const course = useQuery(courseQuery(db, account_id, slug));
  const grades = useQuery({
    ...ownGradesQuery(db, account_id, course.data?.id ?? '', member, isImagining ? whatIf : {}),
    enabled: Boolean(course.data),
    placeholderData: keepPreviousData,
  });
  useScreenName(t('ownTitle'));
  if (course.data === null) return <MovedCourse slug={slug} addressOf={paths.myGrades} />;
  const failed = [course, grades].find((query) => query.isError);
  return (
    <main id="content" className="page">
      <PageHeader
        title={grades.data && !grades.data.is_own ? t('titleOf', { name: grades.data.name }) : t('ownTitle')}
        sentence={course.data?.title}
      />
      {failed ? (
        <ErrorState onRetry={() => void failed.refetch()} isRetrying={failed.isFetching}>
          {textOf(failed.error)}
        </ErrorState>
      ) : null}
      {!failed && !grades.data ? <SkeletonText lines={6} /> : null}
      {grades.data?.items.length === 0 ? (
        <EmptyState drawing="page" title={t('noItems')}>
          {t('noOwnText')}
        </EmptyState>
      ) : null}
      {grades.data && grades.data.items.length > 0 ? (
        <div className="grid max-w-3xl gap-6">
          <OwnTotal grades={grades.data} isImagined={isImagining} />
          <WhatIf grades={grades.data} isOn={isImagining} onChange={setImagining} />
          <OwnGradeList
            grades={grades.data}
            slug={slug}
            imagined={isImagining ? whatIf : null}
            onImagine={(id, points) =>
              setWhatIf(({ [id]: _before, ...rest }) => (points === null ? rest : { ...rest, [id]: points }))
            }
          />
        </div>
      ) : null}
    </main>
  );
}

type WhatIfProps = { grades: OwnGrades; isOn: boolean; onChange: (isOn: boolean) => void };

function WhatIf({ grades, isOn, onChange }: WhatIfProps) {
  const { t } = useTranslation('gradebook');
  if (!grades.total) return null;
  return (
    <div className="grid gap-3">
      <Switch isSelected={isOn} onChange={onChange} description={t('whatIfHelp')}>
        {t('whatIf')}
      </Switch>
      {isOn ? <Note>{t('whatIfNote')}</Note> : null}
    </div>
  );
}
