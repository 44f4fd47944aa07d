import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../display/skeleton.tsx';
import { useNarrow } from '../layout/use-narrow.ts';
import type { Column } from './data-table-column.ts';
import { Pagination } from './pagination.tsx';
import { RowCheck } from './row-check.tsx';
import { BulkBar, SelectionStatus } from './table-bulk.tsx';
import { TableError, TableFrame } from './table-frame.tsx';
import { type RowActions, TableRow } from './table-row.tsx';
import type { TableSelection, TableState } from './table-state.ts';

export type DataTableProps<Row> = {
  /** The accessible name: "Members". */
  label: string;
  columns: readonly Column<Row>[];
  /** Ids of hidden columns. */
  hiddenColumns?: ReadonlySet<string>;
  /** `undefined` while the first rows load. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** A row's name, for screen readers and the labels of its controls. */
  rowName: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Opens a row beside the list, where it has no URL. */
  onRowOpen?: (row: Row) => void;
  rowActions?: (row: Row) => RowActions;
  state: Pick<TableState, 'page' | 'pageSize' | 'sort' | 'setPage' | 'setSort'>;
  /** Total number of rows; without it `hasNext` tells whether there is another page. */
  total?: number;
  hasNext?: boolean;
  selection?: TableSelection;
  bulkActions?: ReactNode;
  /** New rows are loading while the old ones are shown. */
  isRefreshing?: boolean;
  /** Error state instead of rows. `true` shows the default message. */
  error?: string | boolean;
  onRetry?: () => void;
  /** The EmptyState of an empty list; a different one where a filter is the reason. */
  empty: ReactNode;
  /** Rows begin with a picture: on a phone the second line is indented by it. */
  hasMedia?: boolean;
};

/** A list with server-side paging and sorting; on a phone, a list. It has no card of its own: put it into one. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <>
      <SelectionStatus selection={props.selection} />
      <ListedRows {...props} />
    </>
  );
}

function ListedRows<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowId, state, selection, error, onRetry, isRefreshing, empty, total, hasNext } = props;
  const isNarrow = useNarrow();
  const columns = props.columns.filter((column) => !props.hiddenColumns?.has(column.id));
  if (error) return <TableError error={error} onRetry={onRetry} isRetrying={isRefreshing} />;
  if (rows?.length === 0) return <>{empty}</>;

  const shownIds = rows?.map(rowId) ?? [];
  const columnCount = columns.length + (selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  return (
    <div>
      {selection && (selection.isAll || selection.ids.size > 0) && (
        <BulkBar selection={selection} total={total} shownCount={shownIds.length}>
          {props.bulkActions}
        </BulkBar>
      )}
      <TableFrame
        label={label}
        columns={columns}
        state={state}
        hasSelection={selection !== undefined}
        hasMedia={props.hasMedia}
        hasActions={props.rowActions !== undefined}
        isBusy={isRefreshing || !rows}
        check={selection && <PageCheck selection={selection} ids={shownIds} isDisabled={!rows} />}
      >
        <tbody>
          {rows ? (
            rows.map((row) => (
              <TableRow
                key={rowId(row)}
                row={row}
                columns={columns}
                {...pick(props, row)}
                selection={selection}
                isNarrow={isNarrow}
              />
            ))
          ) : (
            <SkeletonRows columns={columnCount} rows={Math.min(state.pageSize, 8)} />
          )}
        </tbody>
      </TableFrame>
      {rows && (total === undefined || total > state.pageSize || state.page > 1) && (
        <Pagination
          label={label}
          page={state.page}
          pageSize={state.pageSize}
          total={total}
          hasNext={hasNext}
          onPage={state.setPage}
        />
      )}
    </div>
  );
}

/** Selects all rows of the page. */
function PageCheck({ selection, ids, isDisabled }: { selection: TableSelection; ids: string[]; isDisabled: boolean }) {
  const { t } = useTranslation('ui');
  const selectedCount = ids.filter((id) => selection.isAll || selection.ids.has(id)).length;
  return (
    <RowCheck
      aria-label={t('table.selectPage')}
      isDisabled={isDisabled}
      isSelected={selectedCount > 0 && selectedCount === ids.length}
      isIndeterminate={selectedCount > 0 && selectedCount < ids.length}
      onChange={(isSelected) => selection.toggleMany(ids, isSelected)}
    />
  );
}

/** Props a row gets from its table. */
export function pick<Row>(
  {
    rowId,
    rowName,
    rowHref,
    onRowOpen,
    rowActions,
  }: Pick<DataTableProps<Row>, 'rowId' | 'rowName' | 'rowHref' | 'onRowOpen' | 'rowActions'>,
  row: Row,
) {
  return {
    id: rowId(row),
    name: rowName(row),
    href: rowHref?.(row),
    onOpen: onRowOpen && (() => onRowOpen(row)),
    actions: rowActions?.(row),
  };
}
