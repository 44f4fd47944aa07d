import type { ReactElement, ReactNode } from 'react';
import { Tooltip as BaseTooltip, TooltipTrigger } from 'react-aria-components';
import { Kbd } from './kbd.tsx';

export type TooltipProps = {
  /** What the control is called or does; a few words. */
  label: ReactNode;
  /** The key that does the same, as printed on it. */
  shortcut?: string;
  placement?: 'top' | 'bottom' | 'start' | 'end';
  /** One focusable control (Button, IconButton, a link). */
  children: ReactElement;
};

export function Tooltip({ label, shortcut, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      {children}
      <BaseTooltip className="tip" offset={6} placement={placement}>
        {label}
        {shortcut && <Kbd>{shortcut}</Kbd>}
      </BaseTooltip>
    </TooltipTrigger>
  );
}
