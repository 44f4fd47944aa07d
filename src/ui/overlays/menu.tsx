import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ButtonContext } from 'react-aria-components';
import { lazyImport } from '../layout/lazy-import.ts';
import type { MenuPlacement, MenuProps } from './menu-groups.ts';
import { useDisclosure } from './use-disclosure.ts';

export type MenuButtonProps = MenuProps & {
  /** A Button or IconButton. */
  trigger: ReactNode;
  placement?: MenuPlacement;
  /** For a menu that has further triggers. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

const opened = lazyImport(() => import('./menu-content.tsx'));
const OpenedMenu = lazy(async () => ({ default: (await opened()).MenuContent }));

/** Keys that open a menu, and which of its items they focus. */
const openingKeys = { Enter: 'first', ' ': 'first', ArrowDown: 'first', ArrowUp: 'last' } as const;

/** The list and its popover are loaded with the first menu that opens, or when the page is idle. */
export function MenuButton({ trigger, placement = 'bottom start', isOpen, onOpenChange, ...menu }: MenuButtonProps) {
  const opening = useDisclosure(isOpen, onOpenChange);
  const [first, setFirst] = useState<'first' | 'last' | null>(null);
  function open(item: 'first' | 'last' | null) {
    setFirst(item);
    opening.set(true);
  }
  return (
    <>
      <ButtonContext
        value={{
          ...opening.trigger,
          'aria-haspopup': true,
          preventFocusOnPress: true,
          onHoverStart: () => void opened(),
          // Like a native menu button: on mouse down, but on touch end.
          onPressStart: ({ pointerType, target }) => {
            if (pointerType === 'touch' || pointerType === 'keyboard') return;
            (target as HTMLElement).focus({ preventScroll: true });
            open(pointerType === 'virtual' ? 'first' : null);
          },
          onPress: ({ pointerType, target }) => {
            if (pointerType !== 'touch') return;
            (target as HTMLElement).focus({ preventScroll: true });
            if (opening.isOpen) opening.set(false);
            else open(null);
          },
          onKeyDown: (event) => {
            const item = openingKeys[event.key as keyof typeof openingKeys];
            if (!item) return event.continuePropagation();
            event.preventDefault();
            open(item);
          },
        }}
      >
        {trigger}
      </ButtonContext>
      {opening.wasOpened ? (
        <Suspense>
          <OpenedMenu
            {...menu}
            id={opening.id}
            contentRef={opening.contentRef}
            triggerRef={opening.ref}
            placement={placement}
            first={first}
            isOpen={opening.isOpen}
            onClose={() => opening.set(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
