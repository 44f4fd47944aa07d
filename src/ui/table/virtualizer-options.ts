import { type VirtualizerOptions, windowScroll } from '@tanstack/react-virtual';

/**
 * Measuring while rows are inserted would force a layout, and another one afterwards. So the initial size is estimated,
 * and observers report the real one before paint.
 */
export const virtualizerOptions = {
  observeElementRect: (virtualizer, report) => {
    const onResize = () => report({ width: window.innerWidth, height: window.innerHeight });
    // The server's HTML was rendered for no particular window.
    if (!virtualizer.scrollRect?.height) onResize();
    window.addEventListener('resize', onResize, { passive: true });
    return () => window.removeEventListener('resize', onResize);
  },
  scrollToFn: (offset, options, virtualizer) => {
    // It scrolls to its current offset on mount, which is a no-op.
    if (options.adjustments || offset !== virtualizer.scrollOffset) windowScroll(offset, options, virtualizer);
  },
  measureElement: (row, entry, virtualizer) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box) return Math.round(box.blockSize);
    const index = virtualizer.indexFromElement(row);
    return (
      virtualizer.itemSizeCache.get(virtualizer.options.getItemKey(index)) ?? virtualizer.options.estimateSize(index)
    );
  },
} satisfies Partial<VirtualizerOptions<Window, HTMLTableRowElement>>;
