import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../layout/class-names.ts';
import type { Column } from './data-table-column.ts';
import type { Sort } from './table-state.ts';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  /** The select-all checkbox; without it there is no checkbox column. */
  check?: ReactNode;
  hasActions: boolean;
  /** Its row index, where only some rows are rendered. */
  rowIndex?: number;
};

export function TableHead<Row>({ columns, sort, onSort, check, hasActions, rowIndex }: TableHeadProps<Row>) {
  const { t } = useTranslation('ui');
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {check && (
          <th scope="col" className="cell-check">
            {check}
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {hasActions && (
          <th scope="col" className="cell-actions">
            <span className="vh">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const { t } = useTranslation('ui');
  const style = column.width ? { width: `${column.width}rem` } : undefined;
  const className = classNames(column.isEnd && 'is-end');
  if (!column.sort) {
    return (
      <th scope="col" className={className} style={style}>
        {column.label}
      </th>
    );
  }
  const key = column.sort === true ? column.id : column.sort;
  const direction = sort?.column === key ? sort.direction : undefined;
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={className} style={style} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className="th-sort"
        title={t('table.sortBy', { column: column.label })}
        onClick={() => onSort({ column: key, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
      >
        {column.label}
        <Arrow aria-hidden="true" />
      </button>
    </th>
  );
}
