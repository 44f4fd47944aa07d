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
    if (isOpen && field.current && list) return ariaHideOutside([field.current, list], { shouldUseInert: true });
  }, [isOpen, field]);
  return null;
}
