import type { ReactNode } from 'react';

/** Content and placement of a popover. */
export type PopoverContent = {
  /** The accessible name of the popover. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top';
  /** Lists have their own padding. */
  isBare?: boolean;
};
