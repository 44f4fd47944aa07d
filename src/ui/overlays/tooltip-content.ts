import type { ReactNode } from 'react';

/** What a tip says, and where. */
export type TooltipContent = {
  /** What the control is called or does; a few words. */
  label: ReactNode;
  /** The key that does the same, as printed on it. */
  shortcut?: string;
  placement?: 'top' | 'bottom' | 'start' | 'end';
};
