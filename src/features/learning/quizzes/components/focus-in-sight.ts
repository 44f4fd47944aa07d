/** Moves the focus to a part of the screen, and the page to it where it is out of sight: on a phone the button was far below. */
export function focusInSight(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'nearest' });
}
