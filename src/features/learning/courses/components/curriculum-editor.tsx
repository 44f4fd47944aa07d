import { useQuery } from '@tanstack/react-query';
import { Check, Plus, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState, Note } from '#ui/display/states.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import type { Course } from '../data.ts';
import { type Lesson, lessonsWithContentQuery, type SectionWithLessons } from '../lessons/data.ts';
import { without } from '../lessons/rules.ts';
import { CurriculumTree } from './curriculum-tree.tsx';
import { durationText } from './duration-text.ts';
import { LessonPanel } from './lesson-panel.tsx';
import { SectionPanel } from './section-panel.tsx';
import { type SaveState, useCurriculum } from './use-curriculum.ts';

/** The outline of a course, with the section or lesson being edited beside it. */
export function CurriculumEditor({
  course,
  initial,
  onReload,
}: {
  course: Course;
  initial: SectionWithLessons[];
  onReload: () => void;
}) {
  const { t, i18n } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [selectedId, setSelectedId] = useState<string>();
  const pending = useRef<(() => Promise<boolean>) | null>(null);
  const curriculum = useCurriculum(course.id, { outline: initial, version: course.outline_version });
  const filled = useQuery(lessonsWithContentQuery(db, account_id, course.id));
  const { outline } = curriculum;
  const lessons = outline.flatMap((section) => section.lessons);
  const section = outline.find(({ id }) => id === selectedId);
  const lesson = lessons.find(({ id }) => id === selectedId);
  const seconds = lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0);

  // Unsaved changes are saved before another part opens.
  async function open(id: string | undefined) {
    if (id === selectedId || (pending.current && !(await pending.current()))) return;
    setSelectedId(id);
  }

  async function addSection() {
    if (pending.current && !(await pending.current())) return;
    const id = crypto.randomUUID();
    setSelectedId(id);
    void curriculum.change([
      ...curriculum.latest(),
      { id, title: t('editor.newSection', { number: outline.length + 1 }), position: outline.length + 1, lessons: [] },
    ]);
    await open(id);
  }

  async function addLesson(sectionId: string) {
    if (pending.current && !(await pending.current())) return;
    const id = crypto.randomUUID();
    setSelectedId(id);
    const added: Lesson = {
      id,
      course_id: course.id,
      section_id: sectionId,
      title: t('editor.newLesson'),
      slug: '',
      kind: 'text',
      duration_seconds: 0,
      is_preview: false,
      is_required: true,
      // Each lesson of a published course is published by itself.
      is_published: course.status !== 'published',
      position: 0,
      version: 1,
    };
    void curriculum.change(
      curriculum.latest().map((section) =>
        section.id === sectionId
          ? {
              ...section,
              lessons: [...section.lessons, added].map((lesson, at) => ({ ...lesson, position: at + 1 })),
            }
          : section,
      ),
    );
  }

  function remove(id: string, title: string) {
    const before = outline;
    pending.current = null;
    setSelectedId(undefined);
    void curriculum.change(without(outline, id));
    // Removed parts are archived: saving an outline that contains them restores them.
    showToast(t('editor.removed', { title }), {
      action: { label: t('editor.undo'), onAction: () => void curriculum.change(before) },
    });
  }

  return (
    <div className="grid grid-cols-1 lg:grid-cols-5">
      <div className="min-w-0 p-6 lg:col-span-3">
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
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
          <SaveStatus state={curriculum.state} />
          <span className="flex-1" />
          <Button icon={Plus} onPress={() => void addSection()}>
            {t('editor.addSection')}
          </Button>
        </div>
        {curriculum.state.is === 'failed' ? (
          <div className="mb-4">
            <Note
              tone="error"
              action={
                <Button
                  size="sm"
                  icon={RotateCw}
                  onPress={() =>
                    curriculum.state.is === 'failed' && curriculum.state.isOld ? onReload() : void curriculum.retry()
                  }
                >
                  {t(curriculum.state.isOld ? 'editor.reload' : 'editor.retry')}
                </Button>
              }
            >
              {curriculum.state.message}
            </Note>
          </div>
        ) : null}
        <CurriculumTree
          outline={outline}
          filled={filled.data ?? new Set(lessons.map(({ id }) => id))}
          selectedId={selectedId}
          onChange={(next) => void curriculum.change(next)}
          onOpen={(id) => void open(id)}
          onAddSection={() => void addSection()}
          onAddLesson={(id) => void addLesson(id)}
        />
        <p className="mt-4 text-xs text-ink-3">{t('editor.orderHelp')}</p>
      </div>
      <aside
        className="min-w-0 border-t border-line lg:col-span-2 lg:border-s lg:border-t-0"
        aria-label={t('editor.panel')}
      >
        {lesson ? (
          <LessonPanel
            key={lesson.id}
            lesson={lesson}
            pending={pending}
            onSettle={curriculum.settle}
            onSaved={curriculum.accept}
            onReload={onReload}
            onRemove={() => remove(lesson.id, lesson.title)}
          />
        ) : section ? (
          <SectionPanel
            key={section.id}
            section={section}
            pending={pending}
            onChange={({ id, title }) =>
              curriculum.change(
                curriculum.latest().map((section) => (section.id === id ? { ...section, title } : section)),
              )
            }
            onRemove={() => remove(section.id, section.title)}
          />
        ) : (
          <EmptyState title={t('editor.nothingOpen')} drawing="page">
            {t('editor.nothingOpenText')}
          </EmptyState>
        )}
      </aside>
    </div>
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
