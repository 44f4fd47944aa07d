import type { CSSProperties, ReactNode } from 'react';
import { ErrorState } from '../display/states.tsx';
import type { Column } from './data-table-column.ts';
import { TableHead } from './table-head.tsx';
import type { TableState } from './table-state.ts';

type TableFrameProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  state: Pick<TableState, 'sort' | 'setSort'>;
  hasSelection: boolean;
  hasMedia: boolean | undefined;
  hasActions: boolean;
  isBusy: boolean;
  /** Only some rows are rendered: the table says how many there are, and the place of each. */
  isWindowed?: boolean;
  /** The number of rows, where it is known. */
  rowCount?: number;
  check: ReactNode;
  children: ReactNode;
};

/** A table with its head, which scrolls sideways where it is too wide. */
export function TableFrame<Row>(props: TableFrameProps<Row>) {
  const lead = (props.hasSelection ? 1.75 : 0) + (props.hasMedia ? 2.25 : 0);
  const rowCount = props.rowCount === undefined ? -1 : props.rowCount + 1;
  return (
    <div className="tbl-wrap">
      <table
        className="tbl is-list"
        aria-label={props.label}
        aria-busy={props.isBusy}
        aria-rowcount={props.isWindowed ? rowCount : undefined}
        style={{ '--lead': lead } as CSSProperties}
      >
        <TableHead
          columns={props.columns}
          sort={props.state.sort}
          onSort={props.state.setSort}
          hasActions={props.hasActions}
          rowIndex={props.isWindowed ? 1 : undefined}
          check={props.check}
        />
        {props.children}
      </table>
    </div>
  );
}

/** Takes the place of a table whose rows could not be read; `true` shows the usual message. */
export function TableError({
  error,
  onRetry,
  isRetrying,
}: {
  error: string | true;
  onRetry?: () => void;
  isRetrying?: boolean;
}) {
  return (
    <ErrorState onRetry={onRetry} isRetrying={isRetrying}>
      {typeof error === 'string' ? error : undefined}
    </ErrorState>
  );
}
