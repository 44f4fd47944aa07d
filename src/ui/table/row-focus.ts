import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in place: a button in a row that is focused from outside of the list, as screen readers do, would
 * otherwise lose it to the first row, which the list treats as the current one until a row has had the focus.
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
