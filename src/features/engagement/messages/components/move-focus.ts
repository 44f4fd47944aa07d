import type { KeyboardEvent } from 'react';

/** Arrow keys go from one conversation to the next, Home and End to the first and last. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...(event.currentTarget.closest('.chat-rows')?.querySelectorAll<HTMLElement>('a') ?? [])];
  const index = links.indexOf(event.currentTarget);
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = target === undefined ? undefined : links[target];
  if (!link) return;
  event.preventDefault();
  link.focus();
}
