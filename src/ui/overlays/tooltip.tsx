import { lazy, type ReactElement, Suspense, useRef, useState } from 'react';
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable';
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger';
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { lazyImport } from '../layout/lazy-import.ts';
import type { TooltipContent } from './tooltip-content.ts';

export type TooltipProps = TooltipContent & {
  /** One focusable control (Button, IconButton, a link). */
  children: ReactElement;
};

const opened = lazyImport(() => import('./tooltip-panel.tsx'));
const OpenedTooltip = lazy(async () => ({ default: (await opened()).TooltipPanel }));

const DELAYS = { delay: 400, closeDelay: 80 };

/** Its popover is loaded with the first tooltip, or when the page is idle. */
export function Tooltip({ label, shortcut, placement = 'top', children }: TooltipProps) {
  const trigger = useRef<HTMLElement>(null);
  const state = useTooltipTriggerState(DELAYS);
  const { triggerProps, tooltipProps } = useTooltipTrigger(DELAYS, state, trigger);
  // Stays mounted after the first time, for the exit animation.
  const [wasOpened, setWasOpened] = useState(false);
  if (state.isOpen && !wasOpened) setWasOpened(true);
  return (
    <>
      <FocusableProvider {...triggerProps} ref={trigger}>
        {children}
      </FocusableProvider>
      {wasOpened ? (
        <Suspense>
          <OpenedTooltip
            tie={tooltipProps}
            state={state}
            triggerRef={trigger}
            label={label}
            shortcut={shortcut}
            placement={placement}
          />
        </Suspense>
      ) : null}
    </>
  );
}
