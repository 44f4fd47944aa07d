/** Stands on the input of a number that could not be read. */
export const UNREAD = 'data-unread-number';

/** Puts the focus on the first number in some form that could not be read; false where there is none. */
export function focusUnread(form: Element | null | undefined): boolean {
  const input = form?.querySelector<HTMLElement>(`[${UNREAD}]`);
  input?.focus();
  return Boolean(input);
}
