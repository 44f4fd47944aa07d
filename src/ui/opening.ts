import { useId, useRef, useState } from 'react';

/** What a button that opens something keeps and tells, before the code of what it opens is there. */
export function useOpening(given: boolean | undefined, tell: ((isOpen: boolean) => void) | undefined) {
  const [own, setOwn] = useState(false);
  const isOpen = given ?? own;
  // Stays once it was there: what closes may show how it closes.
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const ref = useRef<HTMLButtonElement>(null);
  const id = useId();
  return {
    id,
    ref,
    isOpen,
    wasOpened,
    set(next: boolean) {
      setOwn(next);
      if (next !== isOpen) tell?.(next);
    },
    trigger: { ref, 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined },
  };
}
