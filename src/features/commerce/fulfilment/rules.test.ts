import { describe, expect, test } from 'vitest';
import { placesOf, readPeople } from './rules.ts';

test.each([
  [{ quantity: 2, refunded_quantity: 0, seats: 10 }, 20],
  [{ quantity: 3, refunded_quantity: 1, seats: 5 }, 10],
  [{ quantity: 4, refunded_quantity: 1, seats: null }, 3],
])('%o is for %i people', (line, places) => expect(placesOf(line)).toBe(places));

describe('people are read from', () => {
  test.each<[string, string, [string, string][]]>([
    ['one address', 'ana@team.test', [['ana@team.test', '']]],
    [
      'lines with and without a name',
      'ana@team.test, Ana Reis\nrui@team.test',
      [
        ['ana@team.test', 'Ana Reis'],
        ['rui@team.test', ''],
      ],
    ],
    ['a table with a heading', 'Name;E-mail\r\nAna Reis;ana@team.test', [['ana@team.test', 'Ana Reis']]],
    ['a table with tabs', 'Ana\tReis\tana@team.test', [['ana@team.test', 'Ana Reis']]],
    ['addresses in any case, each once', 'Ana@Team.test\nana@team.test', [['ana@team.test', '']]],
    ['a name with a comma', '"Reis, Ana",ana@team.test', [['ana@team.test', 'Reis, Ana']]],
  ])('%s', (_, text, people) => {
    expect(readPeople(text)).toEqual({ people: people.map(([email, name]) => ({ email, name })), unread: [] });
  });

  test('lines without an address are named, a heading is not', () => {
    expect(readPeople('Name,E-mail\nAna\nrui@team.test').unread).toEqual(['Ana']);
    expect(readPeople('somebody').unread).toEqual(['somebody']);
    expect(readPeople(' \n ')).toEqual({ people: [], unread: [] });
  });
});
