import { type RefObject, useEffect, useRef, useState } from 'react';

const IN_TEXT: Record<string, string> = { heading: 'h1, h2, h3, h4, h5, h6', picture: 'img', link: 'a' };
const CONTROLS = 'input:not([hidden]):not([type="file"]), textarea, button';

/**
 * Moves to the location of a finding once no dialog covers it (`isFree`): a field by `data-place`, or an element of the
 * text (`heading:2`), which is then selected.
 */
export function useJumpTo(isFree: boolean): {
  rootRef: RefObject<HTMLDivElement | null>;
  jumpTo: (location: string) => void;
} {
  const rootRef = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isFree || !target) return;
    setTarget(null);
    if (rootRef.current) goTo(rootRef.current, target);
  }, [isFree, target]);
  return { rootRef, jumpTo: setTarget };
}

function goTo(root: HTMLElement, location: string): void {
  const [kind = '', index] = location.split(':');
  const inside = IN_TEXT[kind];
  const field = root.querySelector<HTMLElement>(`[data-place="${inside ? 'content' : kind}"]`);
  const text = field?.querySelector<HTMLElement>('[role="textbox"]');
  const element = inside ? text?.querySelectorAll<HTMLElement>(inside)[Number(index)] : undefined;
  (element ?? field)?.scrollIntoView({ block: 'center' });
  if (!element || !text) {
    field?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
    return;
  }
  text.focus({ preventScroll: true });
  const range = document.createRange();
  if (kind === 'picture') range.selectNode(element);
  else range.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
