import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Check, Circle, MessageSquare, RotateCcw, Undo2, UserMinus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import type { Course } from '../../data.ts';
import { progressQuery } from '../../enrolments/data.ts';
import { outlineQuery } from '../../lessons/data.ts';
import { endEnrolments, resetProgress, resetsQuery, restoreProgress, rosterKey } from '../data.ts';
import type { Student } from '../schema.ts';

type StudentPanelProps = {
  course: Course;
  student: Student | null;
  onAccess: (student: Student) => void;
  onClose: () => void;
};

/** A student of a course: what they have done lesson by lesson, and what can be done for them. */
export function StudentPanel({ course, student, onAccess, onClose }: StudentPanelProps) {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  return (
    <SidePanel title={student?.name ?? ''} isOpen={student !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {student ? (
        <div className="grid gap-6">
          <p>
            <bdi>{formatPercent(student.percent, locale)}</bdi> ·{' '}
            <bdi>{t('roster.lessons', { done: student.done, total: student.total })}</bdi>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={CalendarClock} onPress={() => onAccess(student)}>
              {t('roster.access')}
            </Button>
            <LinkButton size="sm" icon={MessageSquare} href={paths.messages(student.member_id)}>
              {t('roster.write')}
            </LinkButton>
            <StudentActions course={course} student={student} />
          </div>
          <LessonsDone course={course} student={student} />
          <Resets course={course} student={student} />
        </div>
      ) : null}
    </SidePanel>
  );
}

type PartProps = { course: Course; student: Student };

function StudentActions({ course, student }: PartProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [asked, setAsked] = useState<'reset' | 'end' | null>(null);
  const invalidates = [rosterKey(account_id, course.id), ['my-courses', account_id, student.member_id]];
  const reset = useSave(() => resetProgress(db, course.id, [student.id]), { invalidates, done: t('roster.resetDone') });
  const isPaid = student.source === 'order' || student.source === 'membership';
  const end = useSave(() => endEnrolments(db, course.id, [student.id], isPaid), {
    invalidates,
    done: t('roster.endDone'),
  });
  return (
    <>
      {student.seen_at ? (
        <Button size="sm" icon={RotateCcw} onPress={() => setAsked('reset')}>
          {t('roster.reset')}
        </Button>
      ) : null}
      {student.status === 'ended' ? null : (
        <Button size="sm" variant="danger-line" icon={UserMinus} onPress={() => setAsked('end')}>
          {t('roster.end')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t(`roster.${asked ?? 'reset'}Of`, { name: student.name })}
        confirmLabel={t(`roster.${asked ?? 'reset'}`)}
        isDanger={asked === 'end'}
        onConfirm={() => (asked === 'end' ? end : reset).saveOrThrow(undefined)}
      >
        {asked === 'end' ? t(isPaid ? 'roster.endPaid' : 'roster.endText') : t('roster.resetText')}
      </ConfirmDialog>
    </>
  );
}

function LessonsDone({ course, student }: PartProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const outline = useQuery(outlineQuery(db, account_id, course.id));
  const progress = useQuery(progressQuery(db, account_id, student.member_id, course.id));
  if (outline.isError || progress.isError)
    return <ErrorState onRetry={() => void Promise.all([outline.refetch(), progress.refetch()])} />;
  if (!outline.data || !progress.data) return <SkeletonList rows={5} />;
  const byLesson = new Map(progress.data.lessons.map((entry) => [entry.lesson_id, entry]));
  return (
    <section className="grid gap-3" aria-label={t('roster.progress')}>
      {outline.data.map((section) => (
        <div key={section.id} className="grid gap-1">
          <h3 className="font-semibold">
            <ContentText isApart>{section.title}</ContentText>
          </h3>
          <ul className="grid gap-1">
            {section.lessons
              .filter(({ is_published }) => is_published)
              .map((lesson) => {
                const entry = byLesson.get(lesson.id);
                return (
                  <li key={lesson.id} className="flex items-start gap-2">
                    {entry?.completed_at ? (
                      <Check aria-hidden="true" className="mt-1 size-4 flex-none text-success" />
                    ) : (
                      <Circle aria-hidden="true" className="mt-1 size-4 flex-none text-ink-3" />
                    )}
                    <span className="min-w-0 flex-1">
                      <ContentText isApart>{lesson.title}</ContentText>
                      <span className="help block">
                        {entry?.completed_at ? (
                          <>
                            {t('player.done')} <RelativeTime when={entry.completed_at} />
                          </>
                        ) : entry ? (
                          <>
                            {t('roster.opened')} <RelativeTime when={entry.seen_at} />
                          </>
                        ) : (
                          t('roster.never')
                        )}
                      </span>
                    </span>
                  </li>
                );
              })}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** What was reset, to be brought back. */
function Resets({ course, student }: PartProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { data: resets = [] } = useQuery(resetsQuery(db, account_id, course.id, student.member_id));
  const section = useRef<HTMLElement>(null);
  const restore = useSave((id: string) => restoreProgress(db, id), {
    // The pressed button goes with what it restored; the keyboard stays in the panel.
    onSaved: () => section.current?.focus(),
    invalidates: [rosterKey(account_id, course.id), ['my-courses', account_id, student.member_id]],
    done: t('roster.restored'),
  });
  if (resets.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} className="grid gap-2 outline-none" aria-label={t('roster.resets')}>
      <h3 className="font-semibold">{t('roster.resets')}</h3>
      <ul className="grid gap-2">
        {resets.map((reset) => (
          <li key={reset.id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {t('lessons', { count: reset.lessons })} · <RelativeTime when={reset.created_at} />
            </span>
            {reset.restored_at ? (
              <span className="help">{t('roster.isRestored')}</span>
            ) : (
              <Button
                size="sm"
                icon={Undo2}
                isBusy={restore.saving === reset.id}
                isDisabled={restore.isSaving}
                onPress={() => void restore.save(reset.id)}
              >
                {t('roster.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
