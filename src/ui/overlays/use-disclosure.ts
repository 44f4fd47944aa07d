import { useId, useRef, useState } from 'react';

/**
 * Whether something is open or was before: it stays mounted for its exit animation, and is not rendered before it first
 * opens.
 */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened || isOpen;
}

/** Open state of a button that opens something, controlled or not, before the code of its content is loaded. */
export function useDisclosure(controlled: boolean | undefined, onChange: ((isOpen: boolean) => void) | undefined) {
  const [own, setOwn] = useState(false);
  const isOpen = controlled ?? own;
  const wasOpened = useWasOpened(isOpen);
  const ref = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [content, setContent] = useState<Element | null>(null);
  return {
    id,
    ref,
    contentRef: setContent,
    isOpen,
    wasOpened,
    set(next: boolean) {
      setOwn(next);
      if (next !== isOpen) onChange?.(next);
    },
    // The id names an element only once the code of the content is there.
    trigger: { ref, 'aria-expanded': isOpen, 'aria-controls': isOpen && content ? id : undefined },
  };
}
