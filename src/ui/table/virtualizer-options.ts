import { type VirtualizerOptions, windowScroll } from '@tanstack/react-virtual';

/**
 * Asked for a size while rows are put in, the browser lays the page out there and then, and after that once more. So what is
 * not known yet is guessed, and it tells by itself before it paints.
 */
export const virtualizerOptions = {
  observeElementRect: (virtualizer, report) => {
    const onResize = () => report({ width: window.innerWidth, height: window.innerHeight });
    // What the server drew was drawn for no window.
    if (!virtualizer.scrollRect?.height) onResize();
    window.addEventListener('resize', onResize, { passive: true });
    return () => window.removeEventListener('resize', onResize);
  },
  scrollToFn: (offset, options, virtualizer) => {
    // To where one is already it scrolls when it begins.
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
