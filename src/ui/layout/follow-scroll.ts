import { type RefObject, useContext, useEffect, useEffectEvent } from 'react';
import { ComboBoxStateContext } from 'react-aria-components';

/**
 * Keeps a combo box's list open and anchored while the page scrolls: on a phone the on-screen keyboard and the list
 * itself make it scroll as soon as one types. Scrolled out of sight, it closes as usual.
 */
export function FollowScroll({ field }: { field: RefObject<HTMLElement | null> }): null {
  const state = useContext(ComboBoxStateContext);
  const onScroll = useEffectEvent((event: Event) => {
    const box = field.current?.getBoundingClientRect();
    if (!state?.isOpen || !box || box.bottom < 0 || box.top > window.innerHeight) return;
    if (event.target instanceof Node && !event.target.contains(field.current)) return;
    event.stopImmediatePropagation();
    window.dispatchEvent(new Event('resize'));
  });
  useEffect(() => {
    // Registered before React Aria's listener that closes the list, which is added when it opens.
    const listener = (event: Event) => onScroll(event);
    window.addEventListener('scroll', listener, true);
    return () => window.removeEventListener('scroll', listener, true);
  }, []);
  return null;
}
