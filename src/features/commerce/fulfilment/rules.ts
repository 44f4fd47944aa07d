import { readCsv } from '#base/shared/csv.ts';
import type { Delivery } from './schema.ts';

/** For how many people a line is, less what was refunded. The same as `private.places_of` in SQL. */
export function placesOf({
  quantity,
  refunded_quantity,
  seats,
}: Pick<Delivery, 'quantity' | 'refunded_quantity' | 'seats'>): number {
  return (quantity - refunded_quantity) * (seats ?? 1);
}

export type SeatHolder = { email: string; name: string };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The people in a list that was typed or pasted from a table: a line each, an address and a name in any order, separated by comma,
 * semicolon or tab. A first line of several cells without an address is the heading of the table; any other such line is `unread`.
 */
export function readPeople(text: string): { people: SeatHolder[]; unread: string[] } {
  const people = new Map<string, SeatHolder>();
  const unread: string[] = [];
  for (const [at, { cells }] of readCsv(text).entries()) {
    const filled = cells.filter(Boolean);
    const email = filled.find((cell) => EMAIL.test(cell));
    if (email) {
      const name = filled.filter((cell) => cell !== email).join(' ');
      people.set(email.toLowerCase(), { email: email.toLowerCase(), name });
    } else if (at > 0 || filled.length === 1) unread.push(filled.join(' '));
  }
  return { people: [...people.values()], unread };
}
