/** Joins class names, skipping falsy ones: `classNames('btn', isWide && 'btn-block')`. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
