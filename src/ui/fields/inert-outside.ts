import { type RefObject, useContext, useEffect } from 'react';
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside';
import { ComboBoxStateContext } from 'react-aria-components';

/**
 * While a combo box's list is open, React Aria hides everything outside from assistive technology but leaves it
 * focusable. Made inert, it is out of reach of the keyboard too, as outside every other popover.
 */
export function InertOutside({ field }: { field: RefObject<HTMLElement | null> }): null {
  const state = useContext(ComboBoxStateContext);
  const isOpen = state?.isOpen ?? false;
  useEffect(() => {
    // Runs before the effect of the combo box itself, which then leaves these elements as they are.
    const list = document.querySelector('.pop-field[data-trigger="ComboBox"]');
    if (!isOpen || !field.current || !list) return;
    const others = new Set(document.querySelectorAll('[inert]'));
    const restore = ariaHideOutside([field.current, list], { shouldUseInert: true });
    // Tab commits the choice and goes on to the next field. The list may close after the browser has looked for that
    // field, and the combo box counts the elements as hidden too, so that `restore` alone would not show them.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab') return;
      for (const element of document.querySelectorAll<HTMLElement>('[inert]'))
        if (!others.has(element)) element.inert = false;
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      restore();
    };
  }, [isOpen, field]);
  return null;
}
