import { readCsv } from '#base/shared/csv.ts';

/** How many people are enrolled at once; the database checks the same. */
export const MAX_PEOPLE = 1000;

const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;

/**
 * The addresses in a list that was typed or in a file: the first cell of each line that is one. A first line without one is
 * the heading of a table; any other is `unread`, by its number.
 */
export function readEmails(text: string): { emails: string[]; unread: { line: number; text: string }[] } {
  const emails = new Set<string>();
  const unread: { line: number; text: string }[] = [];
  for (const [at, { line, cells }] of readCsv(text).entries()) {
    const email = cells.find((cell) => EMAIL.test(cell.trim()));
    if (email) emails.add(email.trim().toLowerCase());
    else if (at > 0 || cells.filter(Boolean).length === 1) unread.push({ line, text: cells.join(' ').slice(0, 80) });
  }
  return { emails: [...emails], unread };
}
