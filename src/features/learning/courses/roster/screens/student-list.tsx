import { useQuery } from '@tanstack/react-query';
import { CalendarClock, RotateCcw, UserMinus, UserPlus, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { inUrlBatches } from '#base/shared/batch.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import type { BulkAction } from '#ui/list/list-actions.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { CourseNotFound } from '../../components/join-course.tsx';
import { MovedCourse } from '../../components/moved-course.tsx';
import { useManagesStudents } from '../../components/use-authorship.ts';
import { type Course, courseQuery } from '../../data.ts';
import { AccessDialog } from '../components/access-dialog.tsx';
import { EnrolGroupDialog } from '../components/enrol-group-dialog.tsx';
import { EnrolPanel } from '../components/enrol-panel.tsx';
import { StudentPanel } from '../components/student-panel.tsx';
import { useStudentColumns } from '../components/use-student-columns.tsx';
import { endEnrolments, listStudents, resetProgress, rosterKey } from '../data.ts';
import { type Student, studentStatuses } from '../schema.ts';

/** The students of a course, for who manages them. */
export default function StudentList() {
  const { slug = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const course = useQuery(courseQuery(db, account_id, slug));
  const isManager = useManagesStudents(course.data?.id);
  if (course.isError)
    return (
      <main id="content" className="page">
        <ErrorState onRetry={() => void course.refetch()} isRetrying={course.isFetching} />
      </main>
    );
  if (course.data === null) return <MovedCourse slug={slug} addressOf={paths.courseStudents} />;
  if (course.data && isManager === false) return <CourseNotFound />;
  if (!course.data || !isManager)
    return (
      <main id="content" className="page">
        <SkeletonText lines={8} />
      </main>
    );
  return <Roster course={course.data} />;
}

function Roster({ course }: { course: Course }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [enrolling, setEnrolling] = useState<'people' | 'group' | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [extended, setExtended] = useState<readonly Student[]>([]);
  useScreenName(t('roster.title'), `${t('roster.title')} · ${course.title}`, course.language);
  const list = useList({
    key: rosterKey(account_id, course.id),
    sort: 'name',
    filters: { status: { label: t('roster.status'), options: choices(studentStatuses, (id) => t(`roster.is.${id}`)) } },
    read: ({ status, ...request }) => listStudents(db, course.id, { ...request, statuses: status }),
  });
  const bulk = useRosterActions(course.id);
  const columns = useStudentColumns();
  const enrolButton = (
    <Button variant="primary" icon={UserPlus} onPress={() => setEnrolling('people')}>
      {t('roster.enrol')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('roster.title')}
      sentence={course.title}
      label={t('roster.label')}
      search={t('roster.search')}
      columns={columns}
      exportName={`students-${course.slug}`}
      actions={<RosterButtons slug={course.slug} onGroup={() => setEnrolling('group')} enrol={enrolButton} />}
      rowName={(row) => row.name}
      onRowOpen={(row) => setOpenId(row.id)}
      rowActions={(row) => [
        { id: 'access', label: t('roster.access'), icon: CalendarClock, onAction: () => setExtended([row]) },
      ]}
      bulk={bulk}
      empty={{ title: t('roster.emptyTitle'), text: t('roster.emptyText'), action: enrolButton }}
      noMatch={t('roster.noMatch')}
    >
      <Enrolling
        by={enrolling}
        courseId={course.id}
        onClose={() => setEnrolling(null)}
        onEnrolled={() => void list.refresh()}
      />
      {extended.length > 0 ? (
        <AccessDialog courseId={course.id} students={extended} onClose={() => setExtended([])} />
      ) : null}
      <StudentPanel
        course={course}
        student={list.rows?.find(({ id }) => id === openId) ?? null}
        onAccess={(student) => setExtended([student])}
        onClose={() => setOpenId(null)}
      />
    </ListScreen>
  );
}

function Enrolling({
  by,
  ...props
}: {
  by: 'people' | 'group' | null;
  courseId: string;
  onClose: () => void;
  onEnrolled: () => void;
}) {
  if (by === 'people') return <EnrolPanel {...props} />;
  return by === 'group' ? <EnrolGroupDialog {...props} /> : null;
}

function RosterButtons({ slug, onGroup, enrol }: { slug: string; onGroup: () => void; enrol: ReactNode }) {
  const { t } = useTranslation('courses');
  const { features } = useAccount();
  return (
    <>
      <LinkButton href={paths.editCourse(slug)}>{t('roster.toCourse')}</LinkButton>
      {features.includes('groups') ? (
        <Button icon={UsersRound} onPress={onGroup}>
          {t('roster.enrolGroup')}
        </Button>
      ) : null}
      {enrol}
    </>
  );
}

/** What can be done with the selected students. */
function useRosterActions(courseId: string): BulkAction[] {
  const { t } = useTranslation('courses');
  const db = useDb();
  return [
    {
      label: t('roster.reset'),
      icon: RotateCcw,
      run: (ids) => inUrlBatches(ids, (batch) => resetProgress(db, courseId, batch)),
      done: () => t('roster.resetDone'),
      confirm: { title: (_count, number) => t('roster.resetTitle', { number }), text: t('roster.resetText') },
    },
    {
      label: t('roster.end'),
      icon: UserMinus,
      isDanger: true,
      run: (ids) => inUrlBatches(ids, (batch) => endEnrolments(db, courseId, batch, false)),
      done: () => t('roster.endDone'),
      confirm: { title: (_count, number) => t('roster.endTitle', { number }), text: t('roster.endText') },
    },
  ];
}
