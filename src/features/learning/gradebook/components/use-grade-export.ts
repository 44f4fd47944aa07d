import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { Course } from '#features/learning/courses/data.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { downloadCsvInPages } from '#ui/table/download-csv.ts';
import { type GradebookFilter, listGrades } from '../data.ts';
import type { GradebookRow, GradebookSetup, GradeCell } from '../schema.ts';

const EXPORT_PAGE = 200;

/** Downloads the gradebook as a file: a line for each student, EX for excused, MI for missing. */
export function useGradeExport(course: Course, setup: GradebookSetup, filter: GradebookFilter) {
  const { t } = useTranslation('gradebook');
  const db = useDb();
  async function* pages() {
    for (let page = 1; ; page++) {
      const { rows, count } = await listGrades(db, course.id, filter, page, EXPORT_PAGE);
      yield rows;
      if (page * EXPORT_PAGE >= count) return;
    }
  }
  const head = [
    t('student'),
    ...setup.items.map(({ title, points }) => `${title} (${points})`),
    t('percent'),
    t('final'),
    t('letter'),
  ];
  const cells = (row: GradebookRow) => [
    row.name,
    ...setup.items.map((_item, at) => fileCell(row.cells[at])),
    row.percent,
    row.final,
    row.letter,
  ];
  return useSave(() => downloadCsvInPages(`grades-${course.slug}`, head, pages(), cells));
}

function fileCell(cell: GradeCell | undefined): string | number | null {
  if (cell?.state === 'excused') return 'EX';
  if (cell?.state === 'missing') return 'MI';
  return cell?.points ?? null;
}
