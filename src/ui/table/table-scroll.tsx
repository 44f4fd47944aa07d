import type { ReactNode } from 'react';

/**
 * A scroll container for a table that may be wider than its window and has nothing focusable: it can be scrolled by
 * keyboard.
 */
export function TableScroll({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group without form fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <div role="group" className={`tbl-wrap ${className}`.trim()} aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
