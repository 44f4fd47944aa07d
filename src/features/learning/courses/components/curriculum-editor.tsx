import { useQuery } from '@tanstack/react-query';
import { Check, Copy, ListChecks, Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState, Note } from '#ui/display/states.tsx';
import { AvailabilityCard } from '../availability/components/availability-card.tsx';
import { PreviewButton } from '../availability/components/preview-button.tsx';
import { CopyPartsDialog } from '../copying/components/copy-parts-dialog.tsx';
import { lessonsWithContentQuery } from '../curriculum/data.ts';
import type { Course } from '../data.ts';
import type { SectionWithLessons } from '../lessons/data.ts';
import { BulkLessons } from './bulk-lessons.tsx';
import { CurriculumTree } from './curriculum-tree.tsx';
import { durationText } from './duration-text.ts';
import { LessonPanel } from './lesson-panel.tsx';
import { SectionPanel } from './section-panel.tsx';
import { type Curriculum, type SaveState, useCurriculum } from './use-curriculum.ts';
import { useOpenPart } from './use-open-part.ts';

/** The outline of a course, with the section or lesson being edited beside it. */
export function CurriculumEditor({
  course,
  initial,
  isChoosing,
  onChoosing,
  onReload,
}: {
  course: Course;
  initial: SectionWithLessons[];
  /** Whether several lessons are chosen, to be changed together. */
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  onReload: () => void;
}) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const curriculum = useCurriculum(course.id, { outline: initial, version: course.outline_version });
  const part = useOpenPart(course, curriculum, onReload);
  const filled = useQuery(lessonsWithContentQuery(db, account_id, course.id));
  const { outline, state } = curriculum;
  return (
    <div className="grid grid-cols-1 lg:grid-cols-5">
      <div className="min-w-0 p-6 lg:col-span-3">
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <OutlineSummary outline={outline} />
          <SaveStatus state={state} />
          <span className="flex-1" />
          <CurriculumActions {...{ course, outline, part, isChoosing, onChoosing, onReload }} />
        </div>
        <SaveFailure state={state} onReload={onReload} onRetry={() => void curriculum.retry()} />
        {isChoosing ? (
          <BulkLessons course={course} curriculum={curriculum} onReload={onReload} />
        ) : (
          <CurriculumTree
            outline={outline}
            filled={filled.data ?? new Set(lessonsOf(outline).map(({ id }) => id))}
            selectedId={part.id}
            onChange={(next) => void curriculum.change(next)}
            onOpen={(id) => void part.open(id)}
            onAddSection={() => void part.addSection()}
            onAddLesson={(id) => void part.addLesson(id)}
          />
        )}
        {isChoosing ? null : <p className="mt-4 mb-2 text-xs text-ink-3">{t('editor.orderHelp')}</p>}
        <PreviewButton courseId={course.id} outline={outline} />
      </div>
      <aside
        className="min-w-0 border-t border-line lg:col-span-2 lg:border-s lg:border-t-0"
        aria-label={t('editor.panel')}
      >
        <OpenPart course={course} curriculum={curriculum} part={part} onReload={onReload} />
      </aside>
    </div>
  );
}

/** Choosing several lessons, copying some of another course, and adding a section. */
function CurriculumActions({
  course,
  outline,
  part,
  isChoosing,
  onChoosing,
  onReload,
}: {
  course: Course;
  outline: readonly SectionWithLessons[];
  part: ReturnType<typeof useOpenPart>;
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  onReload: () => void;
}) {
  const { t } = useTranslation('courses');
  const [isCopying, setCopying] = useState(false);
  return (
    <>
      {lessonsOf(outline).length > 0 ? (
        <Button
          variant="quiet"
          icon={ListChecks}
          onPress={() => void (isChoosing ? onChoosing(false) : part.open(undefined).then(() => onChoosing(true)))}
        >
          {t(isChoosing ? 'bulk.stop' : 'bulk.start')}
        </Button>
      ) : null}
      <Button variant="quiet" icon={Copy} onPress={() => setCopying(true)}>
        {t('copy.fromCourse')}
      </Button>
      <Button icon={Plus} onPress={() => void part.addSection()}>
        {t('editor.addSection')}
      </Button>
      <CopyPartsDialog
        course={course}
        outline={outline}
        isOpen={isCopying}
        onOpenChange={setCopying}
        onSettle={part.settle}
        onCopied={onReload}
      />
    </>
  );
}

const lessonsOf = (outline: readonly SectionWithLessons[]) => outline.flatMap((section) => section.lessons);

function OutlineSummary({ outline }: { outline: readonly SectionWithLessons[] }) {
  const { t, i18n } = useTranslation('courses');
  const lessons = lessonsOf(outline);
  const seconds = lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0);
  return (
    <p className="text-sm text-ink-3">
      {commaList(
        [
          t('sections', { count: outline.length }),
          t('lessons', { count: lessons.length }),
          seconds > 0 ? durationText(t, seconds) : '',
        ],
        i18n.language,
      )}
    </p>
  );
}

function SaveStatus({ state }: { state: SaveState }) {
  const { t } = useTranslation('courses');
  return (
    <p className="row text-sm text-ink-3" aria-live="polite">
      {state.is === 'saved' ? <Check aria-hidden="true" className="size-4 text-success" /> : null}
      {t(`editor.state.${state.is}`)}
    </p>
  );
}

function SaveFailure({ state, onReload, onRetry }: { state: SaveState; onReload: () => void; onRetry: () => void }) {
  const { t } = useTranslation('courses');
  if (state.is !== 'failed') return null;
  return (
    <div className="mb-4">
      <Note
        tone="error"
        action={
          <Button size="sm" icon={RotateCw} onPress={state.isOld ? onReload : onRetry}>
            {t(state.isOld ? 'editor.reload' : 'editor.retry')}
          </Button>
        }
      >
        {state.message}
      </Note>
    </div>
  );
}

/** The form of the lesson or section that is open, else what holds for the whole course. */
function OpenPart({
  course,
  curriculum,
  part,
  onReload,
}: {
  course: Course;
  curriculum: Curriculum;
  part: ReturnType<typeof useOpenPart>;
  onReload: () => void;
}) {
  const { t } = useTranslation('courses');
  const section = curriculum.outline.find(({ id }) => id === part.id);
  const lesson = lessonsOf(curriculum.outline).find(({ id }) => id === part.id);
  if (lesson) {
    return (
      <LessonPanel
        key={lesson.id}
        lesson={lesson}
        outline={curriculum.outline}
        pending={part.pending}
        onSettle={curriculum.settle}
        onSaved={curriculum.accept}
        onReload={onReload}
        onDuplicate={() => part.duplicate(lesson.id, lesson.title)}
        onRemove={() => part.remove(lesson.id, lesson.title)}
      />
    );
  }
  if (section) {
    return (
      <SectionPanel
        key={section.id}
        section={section}
        courseId={course.id}
        outline={curriculum.outline}
        pending={part.pending}
        onChange={({ id, title }) =>
          curriculum.change(curriculum.latest().map((section) => (section.id === id ? { ...section, title } : section)))
        }
        onDuplicate={() => part.duplicate(section.id, section.title)}
        onRemove={() => part.remove(section.id, section.title)}
      />
    );
  }
  return (
    <div className="grid gap-6 p-5">
      <EmptyState title={t('editor.nothingOpen')} drawing="page">
        {t('editor.nothingOpenText')}
      </EmptyState>
      <AvailabilityCard
        title={t('availability.ofCourse')}
        courseId={course.id}
        part={course}
        outline={curriculum.outline}
      />
    </div>
  );
}
