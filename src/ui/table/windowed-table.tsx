import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, Fragment, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { SkeletonRows } from '../display/skeleton.tsx';
import { ErrorState } from '../display/states.tsx';
import { useLocale } from '../layout/locale.ts';
import { useNarrow } from '../layout/use-narrow.ts';
import { type DataTableProps, pick } from './data-table.tsx';
import { RowCheck } from './row-check.tsx';
import { BulkBar, SelectionStatus } from './table-bulk.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import type { TableState } from './table-state.ts';
import { virtualizerOptions } from './virtualizer-options.ts';

/** Maximum number of rows with a scroll height: beyond some 17 million pixels Firefox renders nothing. */
const MAX_ROWS = 200_000;
const OVERSCAN = 8;
/** Debounce before distant rows are requested, so that dragging the scroll bar sends one request. */
const REST_MS = 80;
/** Offset and row height of the last list, in pixels: the estimate for the next one until it is laid out. */
const lastMeasured = { margin: 0, height: 49 };

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
  if (error) {
    return (
      <ErrorState onRetry={onRetry} isRetrying={isRefreshing}>
        {typeof error === 'string' ? error : undefined}
      </ErrorState>
    );
  }
  if (total === 0) return <>{empty}</>;

  const count = selection?.isAll ? (total ?? 0) : (selection?.ids.size ?? 0);
  const lead = (selection ? 1.75 : 0) + (props.hasMedia ? 2.25 : 0);
  const columnCount = columns.length + (selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  return (
    <div className="tbl-windowed">
      {selection && count > 0 && (
        <BulkBar selection={selection} total={total} shownCount={Number.POSITIVE_INFINITY}>
          {props.bulkActions}
        </BulkBar>
      )}
      <div className="tbl-wrap">
        <table
          className="tbl is-list"
          aria-label={label}
          aria-busy={isRefreshing || total === undefined}
          aria-rowcount={total === undefined ? -1 : total + 1}
          style={{ '--lead': lead } as CSSProperties}
        >
          <TableHead
            columns={columns}
            sort={state.sort}
            onSort={state.setSort}
            hasActions={props.rowActions !== undefined}
            rowIndex={1}
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
          />
          {total === undefined ? (
            <tbody>
              <SkeletonRows columns={columnCount} rows={8} />
            </tbody>
          ) : (
            <WindowedBody {...props} columns={columns} columnCount={columnCount} total={total} />
          )}
        </table>
      </div>
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
  const [margin, setMargin] = useState(lastMeasured.margin);
  const [typical, setTypical] = useState(lastMeasured.height);
  // The focused row stays rendered wherever the page is scrolled to, or the focus would be lost.
  const [focusedIndex, setFocusedIndex] = useState<number>();
  // The screen's height, not the window's: reading that would force a layout during render.
  const height = useSyncExternalStore(
    () => () => {},
    () => screen.availHeight,
    () => 0,
  );
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: Math.min(total, MAX_ROWS),
    estimateSize: () => typical,
    initialRect: { width: 0, height },
    ...virtualizerOptions,
    overscan: OVERSCAN,
    scrollMargin: margin,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (focusedIndex === undefined || focusedIndex >= range.count || indexes.includes(focusedIndex)) return indexes;
      return [...indexes, focusedIndex].sort((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  // Where every row is rendered, neither their heights nor their offset are needed.
  const isFullyRendered = items.length === Math.min(total, MAX_ROWS);

  // In the next frame, when the page is laid out anyway: neither moves a visible row.
  useEffect(() => {
    if (isFullyRendered) return;
    const frame = requestAnimationFrame(() => {
      if (!body.current) return;
      lastMeasured.margin = body.current.getBoundingClientRect().top + window.scrollY;
      if (Math.abs(lastMeasured.margin - margin) > 1) setMargin(lastMeasured.margin);
      // The row height in this window: a phone shows two lines.
      lastMeasured.height =
        body.current.querySelector('tr[data-index]')?.getBoundingClientRect().height || lastMeasured.height;
      if (Math.abs(lastMeasured.height - typical) > 1) setTypical(lastMeasured.height);
    });
    return () => cancelAnimationFrame(frame);
  });
  const guessed = useRef(typical);
  useEffect(() => {
    if (guessed.current !== typical) virtualizer.measure();
    guessed.current = typical;
  }, [typical, virtualizer]);

  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  const show = useEffectEvent(props.onShow);
  useEffect(() => {
    const timer = setTimeout(() => show(first, last), REST_MS);
    return () => clearTimeout(timer);
  }, [first, last]);
  const toBeginning = useEffectEvent(() => {
    setFocusedIndex(undefined);
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    // Including the toolbar above it, where that fits in one window: the search field stays visible.
    if (window.scrollY > top) window.scrollTo({ top: top < window.innerHeight ? 0 : top - 48 });
  });
  const shownList = useRef(listKey);
  useEffect(() => {
    if (shownList.current !== listKey) toBeginning();
    shownList.current = listKey;
  }, [listKey]);

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
              <tr className="tbl-coming" style={{ height: typical }} aria-rowindex={index + 2}>
                <td colSpan={columnCount}>
                  <span className="sk" />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
      <Gap height={virtualizer.getTotalSize() + margin - end} />
    </tbody>
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
