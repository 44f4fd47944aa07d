import { Fragment, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { SkeletonRows } from '../display/skeleton.tsx';
import { useLocale } from '../layout/locale.ts';
import { useNarrow } from '../layout/use-narrow.ts';
import { type DataTableProps, pick } from './data-table.tsx';
import { RowCheck } from './row-check.tsx';
import { BulkBar, SelectionStatus } from './table-bulk.tsx';
import { TableError, TableFrame } from './table-frame.tsx';
import { TableRow } from './table-row.tsx';
import type { TableState } from './table-state.ts';
import { MAX_ROWS, useRowWindow } from './use-row-window.ts';

/** Debounce before distant rows are requested, so that dragging the scroll bar sends one request. */
const REST_MS = 80;

type WindowedTableProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'hasNext' | 'state'> & {
  /** Total number of rows; `undefined` until it is known. */
  total: number | undefined;
  /** The row at an index from 0; `undefined` while it loads. */
  rowAt: (index: number) => Row | undefined;
  /** The visible index range, both included. */
  onShow: (first: number, last: number) => void;
  /** Key of the list: another sort or filter. It is shown from its start. */
  listKey: string;
  state: Pick<TableState, 'sort' | 'setSort'>;
};

/** A long list as one table that scrolls with the page: only visible rows are rendered and requested. */
export function WindowedTable<Row>(props: WindowedTableProps<Row>) {
  return (
    <>
      <SelectionStatus selection={props.selection} />
      <WindowedRows {...props} />
    </>
  );
}

function WindowedRows<Row>(props: WindowedTableProps<Row>) {
  const { label, total, selection, error, onRetry, isRefreshing, empty, state } = props;
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const columns = props.columns.filter((column) => !props.hiddenColumns?.has(column.id));
  if (error) return <TableError error={error} onRetry={onRetry} isRetrying={isRefreshing} />;
  if (total === 0) return <>{empty}</>;

  const count = selection?.isAll ? (total ?? 0) : (selection?.ids.size ?? 0);
  const columnCount = columns.length + (selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  return (
    <div className="tbl-windowed">
      {selection && count > 0 && (
        <BulkBar selection={selection} total={total} shownCount={Number.POSITIVE_INFINITY}>
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
        isBusy={isRefreshing || total === undefined}
        rowCount={total}
        isWindowed
        check={
          selection && (
            <RowCheck
              aria-label={t('table.selectAll', { total: numberFormat(locale).format(total ?? 0) })}
              isDisabled={!total}
              isSelected={count > 0 && count === total}
              isIndeterminate={count > 0 && count !== total}
              onChange={(isSelected) => (isSelected ? selection.selectAll() : selection.clear())}
            />
          )
        }
      >
        {total === undefined ? (
          <tbody>
            <SkeletonRows columns={columnCount} rows={8} />
          </tbody>
        ) : (
          <WindowedBody {...props} columns={columns} columnCount={columnCount} total={total} />
        )}
      </TableFrame>
      {total !== undefined && total > MAX_ROWS && (
        <p className="pager">
          {t('table.cut', {
            shown: numberFormat(locale).format(MAX_ROWS),
            total: numberFormat(locale).format(total),
          })}
        </p>
      )}
    </div>
  );
}

function WindowedBody<Row>(props: WindowedTableProps<Row> & { total: number; columnCount: number }) {
  const { total, rowAt, listKey, columns, columnCount, selection } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const isNarrow = useNarrow();
  // The focused row stays rendered wherever the page is scrolled to, or the focus would be lost.
  const [focusedIndex, setFocusedIndex] = useState<number>();
  const { virtualizer, items, isFullyRendered, margin, typical } = useRowWindow(body, total, focusedIndex);
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  const show = useEffectEvent(props.onShow);
  useEffect(() => {
    const timer = setTimeout(() => show(first, last), REST_MS);
    return () => clearTimeout(timer);
  }, [first, last]);
  useListStart(body, listKey, () => setFocusedIndex(undefined));

  let end = margin;
  return (
    <tbody
      ref={body}
      onFocus={(event) => {
        const index = event.target.closest<HTMLElement>('tr[data-index]')?.dataset.index;
        setFocusedIndex(index === undefined ? undefined : Number(index));
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocusedIndex(undefined);
      }}
    >
      {items.map(({ index, key, start, end: below }) => {
        const gap = start - end;
        end = below;
        const row = rowAt(index);
        const position = { index, measure: isFullyRendered ? undefined : virtualizer.measureElement };
        return (
          <Fragment key={key}>
            <Gap height={gap} />
            {row ? (
              <TableRow
                row={row}
                columns={columns}
                {...pick(props, row)}
                selection={selection}
                isNarrow={isNarrow}
                position={position}
              />
            ) : (
              <ComingRow index={index} height={typical} columnCount={columnCount} />
            )}
          </Fragment>
        );
      })}
      <Gap height={virtualizer.getTotalSize() + margin - end} />
    </tbody>
  );
}

/** Scrolls to the beginning where another list is shown. */
function useListStart(body: RefObject<HTMLElement | null>, listKey: string, onStart: () => void): void {
  const toBeginning = useEffectEvent(() => {
    onStart();
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    // Including the toolbar above it, where that fits in one window: the search field stays visible.
    if (window.scrollY > top) window.scrollTo({ top: top < window.innerHeight ? 0 : top - 48 });
  });
  const shownList = useRef(listKey);
  useEffect(() => {
    if (shownList.current !== listKey) toBeginning();
    shownList.current = listKey;
  }, [listKey]);
}

function ComingRow({ index, height, columnCount }: { index: number; height: number; columnCount: number }) {
  return (
    <tr className="tbl-coming" style={{ height }} aria-rowindex={index + 2}>
      <td colSpan={columnCount}>
        <span className="sk" />
      </td>
    </tr>
  );
}

/** Spacer for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row can't be focused
    <tr className="tbl-gap" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}
