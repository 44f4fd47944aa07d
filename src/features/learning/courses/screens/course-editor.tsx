import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Table2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useErrorText } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { CourseArchive } from '../components/course-archive.tsx';
import { CoursePicture } from '../components/course-picture.tsx';
import { CurriculumEditor } from '../components/curriculum-editor.tsx';
import { DetailsForm } from '../components/details-form.tsx';
import { CourseNotFound } from '../components/join-course.tsx';
import { MovedCourse } from '../components/moved-course.tsx';
import { PublishActions } from '../components/publish-actions.tsx';
import { useMayEdit } from '../components/use-authorship.ts';
import { type Course, courseBySlug, courseQuery } from '../data.ts';
import { outlineQuery, readOutline, type SectionWithLessons } from '../lessons/data.ts';

const tabs = ['curriculum', 'details', 'archive'] as const;

/** The editor of a course: curriculum, details and archive. */
export default function CourseEditor() {
  const { slug } = useParams();
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const course = useQuery({ ...courseQuery(db, account_id, slug ?? ''), enabled: slug !== undefined });
  useScreenName(course.data?.title, course.data?.title, course.data?.language);
  const id = course.data?.id ?? '';
  const mayEdit = useMayEdit(course.data?.id);
  const outline = useQuery({ ...outlineQuery(db, account_id, id), enabled: id !== '', staleTime: 0 });
  if (!slug) return <Navigate to={paths.instructor()} replace />;
  const failed = [course, outline].find((query) => query.isError);
  if (failed) {
    return (
      <main id="content" className="page">
        <ErrorState onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      </main>
    );
  }
  if (course.data === null) return <MovedCourse slug={slug} addressOf={paths.editCourse} />;
  if (mayEdit === false) return <CourseNotFound />;
  // Wait for a fresh outline: editing a cached one could overwrite changes.
  if (!course.data || !mayEdit || !outline.data || !outline.isFetchedAfterMount) return <EditorSkeleton />;
  // Read past the cache: a refetch that another one replaces resolves with what was there before.
  const reload = async () => {
    const [freshCourse, freshOutline] = await Promise.all([
      courseBySlug(db, account_id, slug),
      readOutline(db, account_id, id),
    ]);
    queries.setQueryData(courseQuery(db, account_id, slug).queryKey, freshCourse);
    queries.setQueryData(outlineQuery(db, account_id, id).queryKey, freshOutline);
    await queries.invalidateQueries({ queryKey: ['lesson', account_id] });
    return { course: freshCourse, outline: freshOutline };
  };
  return (
    <main id="content">
      <CourseHeader course={course.data} />
      <CourseTabs course={course.data} outline={outline.data} onReload={reload} />
    </main>
  );
}

function CourseHeader({ course }: { course: Course }) {
  const { t } = useTranslation('courses');
  const { status } = course;
  const managesStudents = [useCan('manage_students'), useCan('manage_options')].includes(true);
  const grades = [useCan('manage_submissions'), useCan('manage_options')].includes(true);
  return (
    <div className="px-6 pt-6">
      <PageHeader
        title={course.title}
        media={
          <span className="w-24 flex-none">
            <CoursePicture picture={course.featured_image} isFirst className="aspect-[3/2]" />
          </span>
        }
        badge={<Badge tone={status === 'published' ? 'success' : 'neutral'}>{t(`status.${status}`)}</Badge>}
        sentence={t(`editor.sentence.${status}`)}
        actions={
          <>
            {managesStudents ? (
              <LinkButton icon={Users} href={paths.courseStudents(course.slug)}>
                {t('roster.title')}
              </LinkButton>
            ) : null}
            {grades ? (
              <LinkButton icon={Table2} href={paths.gradebook(course.slug)}>
                {t('editor.gradebook')}
              </LinkButton>
            ) : null}
            <PublishActions course={course} />
          </>
        }
      />
    </div>
  );
}

function CourseTabs({
  course,
  outline,
  onReload,
}: {
  course: Course;
  outline: SectionWithLessons[];
  onReload: () => Promise<{ course: Course | null; outline: SectionWithLessons[] }>;
}) {
  const { t } = useTranslation('courses');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [fresh, setFresh] = useState<{ course: Course; outline: SectionWithLessons[]; key: number }>();
  const [isChoosing, setChoosing] = useState(false);
  const textOf = useErrorText();
  const reload = async () => {
    try {
      const { course, outline } = await onReload();
      if (course) setFresh((before) => ({ course, outline, key: (before?.key ?? 0) + 1 }));
    } catch (error) {
      showError(textOf(error));
    }
  };
  // What was just loaded is here before the screen is drawn with it.
  const latest = fresh && fresh.course.outline_version > course.outline_version ? fresh : { course, outline };
  return (
    <div className="[&>*>.tab-panel]:pt-0 [&>*>.tabs]:px-6">
      <Tabs
        label={t('editor.tabs')}
        selectedId={tabs.find((tab) => tab === search.get('tab')) ?? 'curriculum'}
        onSelect={(tab) => void navigate(tab === 'curriculum' ? '?' : `?tab=${tab}`, { replace: true })}
        tabs={[
          {
            id: 'curriculum',
            label: t('editor.curriculum'),
            content: (
              <CurriculumEditor
                key={`${course.id} ${fresh?.key ?? 0}`}
                course={latest.course}
                initial={latest.outline}
                isChoosing={isChoosing}
                onChoosing={setChoosing}
                onReload={() => void reload()}
              />
            ),
          },
          { id: 'details', label: t('editor.details'), content: <DetailsForm key={course.id} course={course} /> },
          {
            id: 'archive',
            label: t('archive.title'),
            content: <CourseArchive courseId={course.id} onRestored={reload} />,
          },
        ]}
      />
    </div>
  );
}

function EditorSkeleton() {
  return (
    <main id="content" className="page grid gap-6">
      <Skeleton width="40%" height={8} />
      <SkeletonText lines={8} />
    </main>
  );
}
