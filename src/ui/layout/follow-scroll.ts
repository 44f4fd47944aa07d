import { type RefObject, useContext, useEffect, useEffectEvent } from 'react';
import { ComboBoxStateContext } from 'react-aria-components';

/**
 * Keeps the list of a combo box open and at its field while the page under it scrolls: on a phone the keyboard and the
 * list itself make it scroll as soon as one types. Scrolled out of sight, it closes as it would.
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
    // Before the listener that closes the list, which comes with its opening.
    const listener = (event: Event) => onScroll(event);
    window.addEventListener('scroll', listener, true);
    return () => window.removeEventListener('scroll', listener, true);
  }, []);
  return null;
}
