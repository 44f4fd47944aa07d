import { useRef } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { enterGrades, gradebookKey } from '../data.ts';
import type { TypedGrade } from '../rules.ts';
import type { GradebookRow, GradeEntry, GradeItem } from '../schema.ts';

/** Enters a grade that was typed into a cell; resolves to whether it was saved. */
export function useEnterGrade(courseId: string, onSaved: () => void) {
  const db = useDb();
  const { account_id } = useAccount();
  const { save } = useSave((entry: GradeEntry) => enterGrades(db, courseId, [entry]), {
    invalidates: [gradebookKey(account_id, courseId)],
    onSaved,
  });
  // Who types fast has the next grade ready before the last one is saved: they are saved in turn.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (row: GradebookRow, item: GradeItem, index: number, grade: TypedGrade): Promise<boolean> => {
    const entry = { item_id: item.id, member_id: row.member_id, version: row.cells[index]?.version ?? 0, ...grade };
    const entered = last.current.then(() => save(entry));
    last.current = entered;
    return entered;
  };
}
