import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useParams } from 'react-router';
import { withTexts } from '#base/browser/all-texts.ts';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
import { ContentLanguage } from '#ui/display/content-language.tsx';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { CoursePlayer } from '../components/course-player.tsx';
import { useMayEdit } from '../components/use-authorship.ts';
import { courseQuery } from '../data.ts';
import { progressQuery } from '../enrolments/data.ts';
import { hasEnded, isAhead } from '../enrolments/rules.ts';
import { lessonStatesQuery } from '../lesson-access/data.ts';
import { outlineQuery } from '../lessons/data.ts';

/** Loaded by those who may not learn here yet. */
const JoinCourse = lazy(async () => ({
  default: (await withTexts(import('../components/join-course.tsx'))).JoinCourse,
}));
const MovedCourse = lazy(async () => ({
  default: (await withTexts(import('../components/moved-course.tsx'))).MovedCourse,
}));

export const handle: RouteHandle = { isServerRendered: true };

/** The course player; for an author without enrolment it records no progress. */
export default function Player() {
  const { slug = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const course = useQuery(courseQuery(db, account_id, slug));
  const id = course.data?.id ?? '';
  const mayEdit = useMayEdit(course.data?.id);
  const outline = useQuery({ ...outlineQuery(db, account_id, id), enabled: id !== '' });
  const progress = useQuery({ ...progressQuery(db, account_id, member.id, id), enabled: id !== '' });
  const states = useQuery({ ...lessonStatesQuery(db, account_id, member.id, id), enabled: id !== '' });
  const failed = [course, outline, progress, states].find((query) => query.isError);
  if (failed) {
    return (
      <main id="content" className="page">
        <ErrorState onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      </main>
    );
  }
  if (course.data === null) return <MovedCourse slug={slug} addressOf={(newSlug) => paths.player(newSlug)} />;
  if (!course.data || !outline.data || !progress.data || !states.data) return <PlayerSkeleton />;
  const { enrolment, lessons } = progress.data;
  const isEnrolled = enrolment !== null && !hasEnded(enrolment) && !isAhead(enrolment);
  if (!isEnrolled && mayEdit === undefined) return <PlayerSkeleton />;
  if (!isEnrolled && !mayEdit) {
    return <JoinCourse course={course.data} enrolment={enrolment} />;
  }
  return (
    <ContentLanguage language={course.data.language}>
      <CoursePlayer
        course={course.data}
        outline={outline.data.map((section) => ({
          ...section,
          lessons: section.lessons.filter((lesson) => lesson.is_published),
        }))}
        isCounted={isEnrolled}
        enrolment={enrolment}
        progress={new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]))}
        states={new Map(isEnrolled ? states.data.map((state) => [state.lesson_id, state]) : [])}
      />
    </ContentLanguage>
  );
}

function PlayerSkeleton() {
  return (
    <main id="content" className="grid lg:grid-cols-4">
      <div className="grid content-start gap-6 p-6 lg:col-span-3">
        <Skeleton height={72} />
        <Skeleton width="40%" height={6} />
        <SkeletonText lines={6} />
      </div>
      <div className="p-5">
        <SkeletonText lines={10} />
      </div>
    </main>
  );
}
