import { readGrade, type TypedGrade } from '../rules.ts';
import type { GradebookRow, GradeCell, GradeEntry, GradeItem } from '../schema.ts';

/** The column that says whose line it is. */
export const STUDENT_COLUMN = 'ID';

/** The head of an item's column. */
export const columnOf = ({ title, points }: Pick<GradeItem, 'title' | 'points'>): string => `${title} (${points})`;

/** A grade as it stands in a file. */
export function fileCell(cell: GradeCell | undefined): string | number | null {
  if (cell?.state === 'excused') return 'EX';
  if (cell?.state === 'missing') return 'MI';
  return cell?.points ?? null;
}

export type FileChange = { name: string; title: string; before: string; after: string; entry: GradeEntry };
export type FileProblem =
  | { kind: 'unknownColumn'; title: string }
  | { kind: 'unknownStudent' | 'fixed' | 'badGrade'; line: number; title: string; text: string };
export type GradeFile = { changes: FileChange[]; problems: FileProblem[] };

type Gradebook = { items: readonly GradeItem[]; rows: readonly GradebookRow[]; locale: string };

/**
 * What a file would change: `lines` is the parsed file, head first. An empty cell, and one that says what is there
 * already, changes nothing; null where the file names no students.
 */
export function readGradeFile(
  lines: readonly { line: number; cells: readonly string[] }[],
  { items, rows, locale }: Gradebook,
): GradeFile | null {
  const [first, ...rest] = lines;
  const head = first?.cells.map(unescaped) ?? [];
  const idAt = head.indexOf(STUDENT_COLUMN);
  if (idAt < 0) return null;
  const students = new Map(rows.map((row) => [row.member_id, row]));
  const columns = head.flatMap((title, at) => {
    const index = items.findIndex((item) => columnOf(item) === title);
    const item = items[index];
    return item ? [{ at, index, item }] : [];
  });
  const file: GradeFile = { changes: [], problems: unknownColumns(head, items) };
  for (const { line, cells } of rest) {
    const row = students.get(cells[idAt] ?? '');
    if (!row) {
      file.problems.push({ kind: 'unknownStudent', line, title: '', text: cells[idAt] ?? '' });
      continue;
    }
    for (const { at, index, item } of columns)
      readCell(file, { line, text: cells[at] ?? '', row, index, item, locale });
  }
  return file;
}

/** An exported title that begins like a formula has an apostrophe before it. */
const unescaped = (title: string): string => title.replace(/^'(?=[=+\-@])/, '');

/** Columns that look like those of an item, with points in brackets, and are none. */
function unknownColumns(head: readonly string[], items: readonly GradeItem[]): FileProblem[] {
  const titles = new Set(items.map(columnOf));
  return head
    .filter((title) => /\(\d+(\.\d+)?\)$/.test(title) && !titles.has(title))
    .map((title) => ({ kind: 'unknownColumn', title }));
}

type Place = { line: number; text: string; row: GradebookRow; index: number; item: GradeItem; locale: string };

function readCell(file: GradeFile, { line, text, row, index, item, locale }: Place): void {
  const cell = row.cells[index];
  const before = String(fileCell(cell) ?? '');
  const typed = text.trim();
  if (typed === '' || typed === before) return;
  const grade = fileGrade(typed, locale);
  if (!grade) {
    file.problems.push({ kind: 'badGrade', line, title: item.title, text: typed });
  } else if (item.is_anonymous || row.is_own) {
    file.problems.push({ kind: 'fixed', line, title: item.title, text: typed });
  } else if (before !== textOf(grade)) {
    const entry = { item_id: item.id, member_id: row.member_id, version: cell?.version ?? 0, ...grade };
    file.changes.push({ name: row.name, title: item.title, before, after: textOf(grade), entry });
  }
}

/** Numbers as a file has them, with a point, and as the reader writes them. */
function fileGrade(typed: string, locale: string): TypedGrade | null {
  if (/^\d{1,3}(\.\d{1,2})?$/.test(typed)) return { status: 'points', points: Number(typed) };
  return readGrade(typed, locale);
}

const textOf = ({ status, points }: TypedGrade): string =>
  status === 'excused' ? 'EX' : status === 'missing' ? 'MI' : String(points ?? '');
