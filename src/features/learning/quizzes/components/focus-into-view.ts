/** Focuses an element and scrolls it into view if needed: on a phone the button is far below. */
export function focusIntoView(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'nearest' });
}
