import type { ReactNode } from 'react';

/** What opens from a popover's button, and where. */
export type PopoverContent = {
  /** The accessible name of what opens. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top';
  /** Lists bring their own padding. */
  isBare?: boolean;
};
