/** Attribute of a number input whose text could not be parsed. */
export const UNPARSED = 'data-unread-number';

/** Focuses the first unparsable number of a form; false where there is none. */
export function focusUnparsed(form: Element | null | undefined): boolean {
  const input = form?.querySelector<HTMLElement>(`[${UNPARSED}]`);
  input?.focus();
  return Boolean(input);
}
