import { useId, useRef, useState } from 'react';

/** Whether something is open or was before: what closes may show how it closes, and what never opened is not drawn. */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened || isOpen;
}

/** What a button that opens something keeps and tells, before the code of what it opens is there. */
export function useDisclosure(controlled: boolean | undefined, onChange: ((isOpen: boolean) => void) | undefined) {
  const [own, setOwn] = useState(false);
  const isOpen = controlled ?? own;
  const wasOpened = useWasOpened(isOpen);
  const ref = useRef<HTMLButtonElement>(null);
  const id = useId();
  return {
    id,
    ref,
    isOpen,
    wasOpened,
    set(next: boolean) {
      setOwn(next);
      if (next !== isOpen) onChange?.(next);
    },
    trigger: { ref, 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined },
  };
}
