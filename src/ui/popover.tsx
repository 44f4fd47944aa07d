import { lazy, type ReactNode, Suspense } from 'react';
import { ButtonContext } from 'react-aria-components';
import { later } from './later.ts';
import { useOpening } from './opening.ts';

export type PopoverProps = {
  /** The accessible name of what opens. */
  label: string;
  trigger: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top';
  /** Lists bring their own padding. */
  isBare?: boolean;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

const opened = later(() => import('./opened-popover.tsx'));
const OpenedPopover = lazy(async () => ({ default: (await opened()).OpenedPopover }));

export function Popover({ trigger, placement = 'bottom start', isOpen, onOpenChange, ...content }: PopoverProps) {
  const opening = useOpening(isOpen, onOpenChange);
  return (
    <>
      <ButtonContext
        value={{
          ...opening.trigger,
          onHoverStart: () => void opened(),
          onPress: () => opening.set(!opening.isOpen),
        }}
      >
        {trigger}
      </ButtonContext>
      {opening.wasOpened ? (
        <Suspense>
          <OpenedPopover
            {...content}
            id={opening.id}
            triggerRef={opening.ref}
            placement={placement}
            isOpen={opening.isOpen}
            onClose={() => opening.set(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
