import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { virtualizerOptions } from './virtualizer-options.ts';

/** Maximum number of rows with a scroll height: beyond some 17 million pixels Firefox renders nothing. */
export const MAX_ROWS = 200_000;
const OVERSCAN = 8;
/** Offset and row height of the last list, in pixels: the estimate for the next one until it is laid out. */
const lastMeasured = { margin: 0, height: 49 };

/** Which rows of a long list are rendered: those in the window and the focused one. */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  total: number,
  focusedIndex: number | undefined,
) {
  const [margin, setMargin] = useState(lastMeasured.margin);
  const [typical, setTypical] = useState(lastMeasured.height);
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
  return { virtualizer, items, isFullyRendered, margin, typical };
}
