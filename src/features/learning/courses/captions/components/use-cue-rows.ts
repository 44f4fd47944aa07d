import { useState } from 'react';
import { type Cue, MAX_CUES, secondsOf, timeText } from '../rules.ts';

/** A caption as it is typed. */
export type CueRow = { key: number; start: string; end: string; text: string; cue: Cue };
export type CueProblem = 'timeWrong' | 'orderWrong' | 'textMissing';

const NEW_SECONDS = 3;

const rowOf = (cue: Cue, key: number): CueRow => ({
  key,
  start: timeText(cue.start),
  end: timeText(cue.end),
  text: cue.text,
  cue,
});

/** What is wrong with a caption; undefined where it can be saved. */
export function problemOf({ start, end, text }: Pick<CueRow, 'start' | 'end' | 'text'>): CueProblem | undefined {
  const [from, to] = [secondsOf(start), secondsOf(end)];
  if (from === null || to === null) return 'timeWrong';
  if (to <= from) return 'orderWrong';
  return text.trim() ? undefined : 'textMissing';
}

/** The captions of a file while they are edited; a new one follows the last. `seconds`: how long the video is. */
export function useCueRows(cues: readonly Cue[], seconds: number) {
  const [rows, setRows] = useState(() => cues.map(rowOf));
  const [isChanged, setChanged] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<number, CueProblem>>(new Map());
  const put = (next: CueRow[]) => {
    setRows(next);
    setChanged(true);
  };
  return {
    rows,
    isChanged,
    problems,
    canAdd: rows.length < MAX_CUES,
    change: (key: number, values: Partial<Pick<CueRow, 'start' | 'end' | 'text'>>) => {
      put(rows.map((row) => (row.key === key ? { ...row, ...values } : row)));
      if (problems.has(key)) setProblems(new Map([...problems].filter(([other]) => other !== key)));
    },
    remove: (key: number) => put(rows.filter((row) => row.key !== key)),
    /** Adds one behind the last; returns its key. */
    add: () => {
      const last = rows.reduce((latest, { end }) => Math.max(latest, secondsOf(end) ?? 0), 0);
      const end = last + NEW_SECONDS;
      const key = rows.reduce((highest, row) => Math.max(highest, row.key), -1) + 1;
      const cue = {
        start: last,
        end: seconds > last ? Math.min(end, seconds) : end,
        text: '',
        id: '',
        settings: '',
        before: [],
      };
      put([...rows, rowOf(cue, key)]);
      return key;
    },
    /** The captions as they are now; null where one can't be saved, which then says why. */
    check: (): Cue[] | null => {
      const wrong = new Map(
        rows.flatMap((row) => {
          const problem = problemOf(row);
          return problem ? [[row.key, problem] as const] : [];
        }),
      );
      setProblems(wrong);
      if (wrong.size > 0) return null;
      return rows.map(({ cue, start, end, text }) => ({
        ...cue,
        start: secondsOf(start) ?? 0,
        end: secondsOf(end) ?? 0,
        text: text.trim(),
      }));
    },
  };
}
