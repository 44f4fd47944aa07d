/** Attribute of a number input whose text could not be parsed. */
export const UNREAD = 'data-unread-number';

/** Focuses the first unparsable number of a form; false where there is none. */
export function focusUnread(form: Element | null | undefined): boolean {
  const input = form?.querySelector<HTMLElement>(`[${UNREAD}]`);
  input?.focus();
  return Boolean(input);
}
