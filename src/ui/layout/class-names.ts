/** Joins the class names that are there: `classNames('btn', isWide && 'btn-block')`. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
