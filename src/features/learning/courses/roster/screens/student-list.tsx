import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, RotateCcw, UserMinus, UserPlus, UsersRound } from 'lucide-react';
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
import type { BulkAction, RowAction } from '#ui/list/list-actions.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { cohortsQuery } from '../../cohorts/data.ts';
import { CourseNotFound } from '../../components/join-course.tsx';
import { MovedCourse } from '../../components/moved-course.tsx';
import { useManagesStudents } from '../../components/use-authorship.ts';
import { type Course, courseQuery } from '../../data.ts';
import { RosterDialogs, type RosterTask } from '../components/roster-dialogs.tsx';
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
  const [task, setTask] = useState<RosterTask | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const cohorts = useQuery(cohortsQuery(db, account_id, course.id));
  const showAccess = (student: Student) => setTask({ kind: 'access', students: [student] });
  useScreenName(t('roster.title'), `${t('roster.title')} · ${course.title}`, course.language);
  const list = useList({
    key: rosterKey(account_id, course.id),
    sort: 'name',
    filters: {
      status: { label: t('roster.status'), options: choices(studentStatuses, (id) => t(`roster.is.${id}`)) },
      cohort: {
        label: t('cohorts.one'),
        options: (cohorts.data ?? []).map(({ id, name }) => ({ id, label: name })),
      },
    },
    read: ({ status, cohort, ...request }) =>
      listStudents(db, course.id, { ...request, statuses: status, cohorts: cohort }),
  });
  const bulk = useRosterActions(course.id, () => setTask({ kind: 'move', enrolments: [...list.selection.ids] }));
  const columns = useStudentColumns();
  const endAction = useEndAction(course.id);
  const enrolButton = (
    <Button variant="primary" icon={UserPlus} onPress={() => setTask({ kind: 'people' })}>
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
      actions={<RosterButtons slug={course.slug} onOpen={setTask} enrol={enrolButton} />}
      rowName={(row) => row.name}
      onRowOpen={(row) => setOpenId(row.id)}
      rowActions={(row) => [
        { id: 'access', label: t('roster.access'), icon: CalendarClock, onAction: () => showAccess(row) },
        ...(row.status === 'ended' ? [] : [endAction(row)]),
      ]}
      bulk={bulk}
      empty={{ title: t('roster.emptyTitle'), text: t('roster.emptyText'), action: enrolButton }}
      noMatch={t('roster.noMatch')}
    >
      <RosterDialogs
        task={task}
        courseId={course.id}
        onClose={() => setTask(null)}
        onEnrolled={() => void list.refresh()}
      />
      <StudentPanel
        course={course}
        student={list.rows?.find(({ id }) => id === openId) ?? null}
        onAccess={showAccess}
        onClose={() => setOpenId(null)}
      />
    </ListScreen>
  );
}

function RosterButtons({
  slug,
  onOpen,
  enrol,
}: {
  slug: string;
  onOpen: (task: RosterTask) => void;
  enrol: ReactNode;
}) {
  const { t } = useTranslation('courses');
  const { features } = useAccount();
  return (
    <>
      <LinkButton href={paths.editCourse(slug)}>{t('roster.toCourse')}</LinkButton>
      <Button icon={CalendarDays} onPress={() => onOpen({ kind: 'cohorts' })}>
        {t('cohorts.title')}
      </Button>
      {features.includes('groups') ? (
        <Button icon={UsersRound} onPress={() => onOpen({ kind: 'group' })}>
          {t('roster.enrolGroup')}
        </Button>
      ) : null}
      {enrol}
    </>
  );
}

/** Ends the access of one student; who has paid is named as such before. */
function useEndAction(courseId: string): (row: Student) => RowAction {
  const { t } = useTranslation('courses');
  const db = useDb();
  return (row) => {
    const hasPaid = row.source === 'order' || row.source === 'membership';
    return {
      id: 'end',
      label: t('roster.end'),
      icon: UserMinus,
      isDanger: true,
      run: () => endEnrolments(db, courseId, [row.id], hasPaid),
      done: t('roster.endDone'),
      confirm: {
        title: t('roster.endOf', { name: row.name }),
        text: t(hasPaid ? 'roster.endPaid' : 'roster.endText'),
        label: t('roster.end'),
      },
    };
  };
}

/** What can be done with the selected students. */
function useRosterActions(courseId: string, onMove: () => void): BulkAction[] {
  const { t } = useTranslation('courses');
  const db = useDb();
  return [
    { label: t('cohorts.move'), icon: CalendarDays, onAction: onMove },
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
