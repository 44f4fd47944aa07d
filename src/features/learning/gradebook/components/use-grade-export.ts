import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { Course } from '#features/learning/courses/data.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { downloadCsvInPages } from '#ui/table/download-csv.ts';
import { columnOf, fileCell, STUDENT_COLUMN } from '../csv/rules.ts';
import { type GradebookFilter, gradePages } from '../data.ts';
import type { GradebookRow, GradebookSetup } from '../schema.ts';

/** Downloads the gradebook as a file: a line for each student, EX for excused, MI for missing. */
export function useGradeExport(course: Course, setup: GradebookSetup, filter: GradebookFilter) {
  const { t } = useTranslation('gradebook');
  const db = useDb();
  const head = [STUDENT_COLUMN, t('student'), ...setup.items.map(columnOf), t('percent'), t('final'), t('letter')];
  const cells = (row: GradebookRow) => [
    row.member_id,
    row.name,
    ...setup.items.map((_item, at) => fileCell(row.cells[at])),
    row.percent,
    row.final,
    row.letter,
  ];
  return useSave(() => downloadCsvInPages(`grades-${course.slug}`, head, gradePages(db, course.id, filter), cells));
}
