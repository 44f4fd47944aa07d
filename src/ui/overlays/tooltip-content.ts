import type { ReactNode } from 'react';

/** Text and placement of a tooltip. */
export type TooltipContent = {
  /** The name or effect of the control; a few words. */
  label: ReactNode;
  /** The equivalent keyboard shortcut, as printed on the key. */
  shortcut?: string;
  placement?: 'top' | 'bottom' | 'start' | 'end';
};
