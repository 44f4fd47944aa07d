import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { copyParts } from '../copying/data.ts';
import { without } from '../curriculum/rules.ts';
import type { Course } from '../data.ts';
import type { Lesson } from '../lessons/data.ts';
import type { Curriculum } from './use-curriculum.ts';

/** The section or lesson that is open beside the outline: opening, adding, duplicating and removing one. */
export function useOpenPart(course: Course, curriculum: Curriculum, onReload: () => void) {
  const { t } = useTranslation('courses');
  const [id, setId] = useState<string>();
  /** The save of the open part while it has unsaved changes: they are saved before another part opens. */
  const pending = useRef<(() => Promise<boolean>) | null>(null);
  const isSettled = async () => !pending.current || (await pending.current());

  /** Saves what is being edited; resolves to whether the whole outline is saved. */
  const settle = async () => (await isSettled()) && (await curriculum.settle());
  const duplicate = useDuplicate(course, settle, onReload);

  async function open(next: string | undefined) {
    if (next !== id && (await isSettled())) setId(next);
  }

  async function addSection() {
    if (!(await isSettled())) return;
    const id = crypto.randomUUID();
    setId(id);
    const position = curriculum.outline.length + 1;
    const title = t('editor.newSection', { number: position });
    void curriculum.change([...curriculum.latest(), { id, title, position, lessons: [] }]);
  }

  async function addLesson(sectionId: string) {
    if (!(await isSettled())) return;
    const added = newLesson(course, sectionId, t('editor.newLesson'));
    setId(added.id);
    void curriculum.change(
      curriculum.latest().map((section) => {
        if (section.id !== sectionId) return section;
        const lessons = [...section.lessons, added].map((lesson, at) => ({ ...lesson, position: at + 1 }));
        return { ...section, lessons };
      }),
    );
  }

  function remove(id: string, title: string) {
    const before = curriculum.outline;
    pending.current = null;
    setId(undefined);
    void curriculum.change(without(before, id));
    // Removed parts are archived: saving an outline that contains them restores them.
    showToast(t('editor.removed', { title }), {
      action: { label: t('editor.undo'), onAction: () => void curriculum.change(before) },
    });
  }

  return { id, pending, settle, open, addSection, addLesson, duplicate, remove };
}

function useDuplicate(course: Course, settle: () => Promise<boolean>, onReload: () => void) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { save } = useSave(
    async ({ id, title }: { id: string; title: string }) => {
      if (!(await settle())) throw new Error(t('editor.state.failed'));
      return copyParts(db, course.id, [id], { names: { [id]: t('copy.titleOf', { title }).slice(0, 160) } });
    },
    {
      invalidates: [
        ['courses', account_id],
        ['filled', account_id],
      ],
      onSaved: onReload,
      done: (_, { title }) => t('copy.partDone', { title }),
    },
  );
  return (id: string, title: string) => void save({ id, title });
}

function newLesson(course: Course, section_id: string, title: string): Lesson {
  return {
    id: crypto.randomUUID(),
    course_id: course.id,
    section_id,
    title,
    slug: '',
    kind: 'text',
    duration_seconds: 0,
    is_preview: false,
    is_required: true,
    // Each lesson of a published course is published by itself.
    is_published: course.status !== 'published',
    completion: 'kind',
    completion_amount: 1,
    no_skip: false,
    position: 0,
    version: 1,
  };
}
