import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import { saveCurriculum } from '../curriculum/data.ts';
import { withLesson } from '../curriculum/rules.ts';
import { type Lesson, outlineQuery, type SectionWithLessons } from '../lessons/data.ts';

export type Curriculum = ReturnType<typeof useCurriculum>;
export type SaveState = { is: 'saved' | 'saving' } | { is: 'failed'; message: string; isOld: boolean };

/**
 * The outline being edited. Each change is shown at once and the outline is saved as a whole, one save at a time; of
 * changes made during a save, only the last is sent.
 */
export function useCurriculum(courseId: string, initial: { outline: SectionWithLessons[]; version: number }) {
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const [outline, setOutline] = useState(initial.outline);
  const [state, setState] = useState<SaveState>({ is: 'saved' });
  const version = useRef(initial.version);
  const latest = useRef(initial.outline);
  const queued = useRef<SectionWithLessons[] | null>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const { queryKey } = outlineQuery(db, account_id, courseId);

  async function saveQueued(): Promise<boolean> {
    setState({ is: 'saving' });
    while (queued.current) {
      const next = queued.current;
      queued.current = null;
      try {
        version.current = await saveCurriculum(db, courseId, next, version.current);
        queries.setQueryData(queryKey, next);
      } catch (error) {
        queued.current ??= next;
        setState(failureOf(error));
        return false;
      }
    }
    setState({ is: 'saved' });
    void queries.invalidateQueries({ queryKey: ['courses', account_id] });
    return true;
  }

  /** Sends unsaved changes; resolves to whether everything is saved. */
  const save = (): Promise<boolean> =>
    (running.current ??= saveQueued().finally(() => {
      running.current = null;
    }));

  return {
    outline,
    state,
    retry: save,
    /** Waits until the outline as it is now is saved; resolves to whether it is. */
    settle: (): Promise<boolean> => running.current ?? Promise.resolve(state.is !== 'failed'),
    /** Takes over a lesson that was saved by itself: the outline has nothing to send. */
    accept: (lesson: Lesson): void => {
      latest.current = withLesson(latest.current, lesson);
      if (queued.current) queued.current = withLesson(queued.current, lesson);
      setOutline(latest.current);
      queries.setQueryData(queryKey, latest.current);
      void queries.invalidateQueries({ queryKey: ['courses', account_id] });
    },
    /** The current outline, up to date also before the next render. */
    latest: () => latest.current,
    change: (next: SectionWithLessons[]): Promise<boolean> => {
      latest.current = next;
      setOutline(next);
      queued.current = next;
      return running.current ? running.current.then((isSaved) => (queued.current ? save() : isSaved)) : save();
    },
  };
}

function failureOf(error: unknown): SaveState {
  const isOld = error instanceof DbError && error.code === 'outline_changed';
  return { is: 'failed', message: error instanceof Error ? error.message : String(error), isOld };
}
