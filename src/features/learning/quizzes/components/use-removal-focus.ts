import { type RefObject, useEffect, useRef } from 'react';

const REMOVE_BUTTONS = '[data-remove]:not([disabled])';

/**
 * Removes a row of a list by `change`, and moves the focus: to the row that takes its place, else to the last one, else to the last
 * button of the list, which adds a row. `rows` selects what is focused of each row, the button that removes it.
 */
export function useRemovalFocus<E extends HTMLElement>(): {
  list: RefObject<E | null>;
  remove: (at: number, change: () => void, rows?: string) => void;
} {
  const list = useRef<E>(null);
  const pending = useRef<{ at: number; rows: string } | null>(null);
  useEffect(() => {
    if (!pending.current) return;
    const { at, rows } = pending.current;
    pending.current = null;
    const buttons = (selector: string) => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const remaining = buttons(rows);
    (remaining[at] ?? remaining.at(-1) ?? buttons('button:not([disabled])').at(-1))?.focus();
  });
  return {
    list,
    remove: (at, change, rows = REMOVE_BUTTONS) => {
      pending.current = { at, rows };
      change();
    },
  };
}
