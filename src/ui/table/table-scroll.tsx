import type { ReactNode } from 'react';

/** Room of a table that may be wider than its window and holds nothing to step to: scrolled by keyboard too. */
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
    // biome-ignore lint/a11y/useSemanticElements: a group of nothing to fill in
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
    <div role="group" className={`tbl-wrap ${className}`.trim()} aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
