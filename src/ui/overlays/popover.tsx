import { lazy, type ReactNode, Suspense } from 'react';
import { ButtonContext } from 'react-aria-components';
import { lazyImport } from '../layout/lazy-import.ts';
import type { PopoverContent } from './popover-content.ts';
import { useDisclosure } from './use-disclosure.ts';

export type PopoverProps = PopoverContent & {
  trigger: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

const opened = lazyImport(() => import('./popover-panel.tsx'));
const OpenedPopover = lazy(async () => ({ default: (await opened()).PopoverPanel }));

export function Popover({ trigger, placement = 'bottom start', isOpen, onOpenChange, ...content }: PopoverProps) {
  const opening = useDisclosure(isOpen, onOpenChange);
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
            contentRef={opening.contentRef}
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
