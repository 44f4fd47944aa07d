import { type RefObject, useEffect, useRef } from 'react';

const REMOVE_BUTTONS = '[data-remove]:not([disabled])';

/**
 * The focus after a row of a list was removed: on the row that takes its place, else on the last one, else on the last
 * button of the list, which adds a row. `rows` selects what is focused of each row, the button that removes it.
 */
export function useRemovalFocus<E extends HTMLElement>(): {
  list: RefObject<E | null>;
  removed: (at: number, rows?: string) => void;
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
    removed: (at, rows = REMOVE_BUTTONS) => {
      pending.current = { at, rows };
    },
  };
}
