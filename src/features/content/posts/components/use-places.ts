import { type RefObject, useEffect, useRef, useState } from 'react';

const IN_TEXT: Record<string, string> = { heading: 'h1, h2, h3, h4, h5, h6', picture: 'img', link: 'a' };
const CONTROLS = 'input:not([hidden]):not([type="file"]), textarea, button';

/**
 * Moves to the location of a finding once no dialog covers it (`isFree`): a field by `data-place`, or an element of the
 * text (`heading:2`), which is then selected.
 */
export function usePlaces(isFree: boolean): {
  places: RefObject<HTMLDivElement | null>;
  jump: (place: string) => void;
} {
  const places = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (!isFree || !wanted) return;
    setWanted(null);
    if (places.current) goTo(places.current, wanted);
  }, [isFree, wanted]);
  return { places, jump: setWanted };
}

function goTo(root: HTMLElement, place: string): void {
  const [kind = '', index] = place.split(':');
  const inside = IN_TEXT[kind];
  const field = root.querySelector<HTMLElement>(`[data-place="${inside ? 'content' : kind}"]`);
  const text = field?.querySelector<HTMLElement>('[role="textbox"]');
  const found = inside ? text?.querySelectorAll<HTMLElement>(inside)[Number(index)] : undefined;
  (found ?? field)?.scrollIntoView({ block: 'center' });
  if (!found || !text) {
    field?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
    return;
  }
  text.focus({ preventScroll: true });
  const range = document.createRange();
  if (kind === 'picture') range.selectNode(found);
  else range.selectNodeContents(found);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
