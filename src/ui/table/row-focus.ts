import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus where it was put: a button in a row that gets it from outside of the list, as a screen reader gives it,
 * would otherwise lose it to the first row, which the list takes for the current one until a row has had the focus.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const enter = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || element.contains(relatedTarget as Node | null)) return;
      const row = target.closest<HTMLElement>('[role="row"]');
      if (!row || row === target || !element.contains(row)) return;
      row.focus({ preventScroll: true });
      target.focus({ preventScroll: true });
    };
    element.addEventListener('focusin', enter, true);
    return () => element.removeEventListener('focusin', enter, true);
  }, [list]);
}
