import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/display/badge.tsx';
import type { TypedGrade } from '../rules.ts';
import type { GradebookRow, GradebookSetup, GradeItem } from '../schema.ts';
import { GradeCellView } from './grade-cell.tsx';
import { useGradeTexts } from './grade-text.ts';

type RowProps = {
  row: GradebookRow;
  index: number;
  setup: GradebookSetup;
  /** The column that holds the focus of the grid; null in any other row. */
  activeColumn: number | null;
  onFocus: (column: number) => void;
  onEnter: (item: GradeItem, index: number, grade: TypedGrade) => Promise<boolean>;
  onOpen: (item: GradeItem) => void;
  onNext: (column: number) => void;
};

/** A student, the grade of the course, and each item. */
export function GradeRow({ row, index, setup, activeColumn, onFocus, onEnter, onOpen, onNext }: RowProps) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  return (
    <tr data-index={index} aria-rowindex={index + 2}>
      <th scope="row" tabIndex={activeColumn === 0 ? 0 : -1} onFocus={() => onFocus(0)}>
        <bdi>{row.name}</bdi>
      </th>
      <td className="num" tabIndex={activeColumn === 1 ? 0 : -1} onFocus={() => onFocus(1)}>
        <span className="row justify-end">
          {row.is_passing === false ? <Badge tone="error">{t('notPassing')}</Badge> : null}
          <strong className="whitespace-nowrap">{texts.total(row)}</strong>
        </span>
      </td>
      {setup.items.map((item, at) => (
        <GradeCellView
          key={item.id}
          cell={row.cells[at] ?? { state: 'open' }}
          item={item}
          isDropped={row.dropped.includes(item.id)}
          isActive={activeColumn === at + 2}
          mayEdit={!row.is_own && !item.is_anonymous}
          onFocus={() => onFocus(at + 2)}
          onEnter={(grade) => onEnter(item, at, grade)}
          onOpen={() => onOpen(item)}
          onNext={() => onNext(at + 2)}
        />
      ))}
    </tr>
  );
}
