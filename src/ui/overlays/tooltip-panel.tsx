import type { HTMLAttributes, RefObject } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { Kbd } from '../palette/kbd.tsx';
import type { TooltipContent } from './tooltip-content.ts';

type OpenedTooltipProps = TooltipContent & {
  /** The id for `aria-describedby`. */
  tie: HTMLAttributes<HTMLElement>;
  state: TooltipTriggerState;
  triggerRef: RefObject<HTMLElement | null>;
};

export function TooltipPanel({ tie, state, triggerRef, label, shortcut, placement }: OpenedTooltipProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        {...tie}
        triggerRef={triggerRef}
        // A part of what its control stands in: at the end of the page it would belong to no landmark.
        UNSTABLE_portalContainer={triggerRef.current?.closest('main, .topbar') ?? undefined}
        className="tip"
        offset={6}
        placement={placement}
      >
        {label}
        {shortcut && <Kbd>{shortcut}</Kbd>}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
