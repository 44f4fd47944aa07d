import { describe, expect, test } from 'vitest';
import { guessMapping, parseCsv, peopleOf, textOf } from './rules.ts';

describe('a file of people', () => {
  test.each([
    ['commas', 'Name,E-mail\nAda,ada@x.org', ['Ada', 'ada@x.org']],
    ['semicolons', 'Name;E-mail\r\nAda;ada@x.org\r\n', ['Ada', 'ada@x.org']],
    ['tabs', 'Name\tE-mail\nAda\tada@x.org', ['Ada', 'ada@x.org']],
    ['a mark of UTF-8', '\uFEFFName,E-mail\nAda,ada@x.org', ['Ada', 'ada@x.org']],
    ['quotes', 'Name,E-mail\n"Lovelace, Ada",ada@x.org', ['Lovelace, Ada', 'ada@x.org']],
    ['quotes in quotes', 'Name,E-mail\n"Ada ""the first""",ada@x.org', ['Ada "the first"', 'ada@x.org']],
    ['a line end in quotes', 'Name,E-mail\n"Ada\nLovelace",ada@x.org', ['Ada\nLovelace', 'ada@x.org']],
    ['line ends of old', 'Name,E-mail\rAda,ada@x.org\r', ['Ada', 'ada@x.org']],
    ['empty lines', 'Name,E-mail\n\n ,\nAda,ada@x.org\n\n', ['Ada', 'ada@x.org']],
  ])('with %s is read', (_, text, cells) => {
    const { head, rows } = parseCsv(text);
    expect(head).toEqual(['Name', 'E-mail']);
    expect(rows.map((row) => row.cells)).toEqual([cells]);
  });

  test('without titles has a person in its first line too', () => {
    const table = parseCsv('Ada,ada@x.org\nBob,bob@x.org');
    expect(table.head).toEqual(['', '']);
    expect(peopleOf(table, { ...guessMapping(table), name: 0 })).toEqual([
      { line: 1, email: 'ada@x.org', name: 'Ada', role: '' },
      { line: 2, email: 'bob@x.org', name: 'Bob', role: '' },
    ]);
  });

  test.each([
    ['UTF-8', [0xef, 0xbb, 0xbf, 0x4a, 0xc3, 0xbc]],
    ['Windows', [0x4a, 0xfc]],
    ['UTF-16', [0xff, 0xfe, 0x4a, 0, 0xfc, 0]],
    ['UTF-16, the other way about', [0xfe, 0xff, 0, 0x4a, 0, 0xfc]],
  ])('keeps its letters as %s writes them', (_, bytes) => {
    expect(parseCsv(textOf(new Uint8Array(bytes))).head).toEqual(['Jü']);
  });

  test('counts lines as a spreadsheet does', () => {
    const { rows } = parseCsv('Name,E-mail\n"A\nB",a@x.org\n\nC,c@x.org');
    expect(rows.map((row) => row.line)).toEqual([2, 5]);
  });

  test.each([
    ['Full name,Role,Email\nA,student,a@x.org', { name: 0, role: 1, email: 2 }],
    ['الاسم,البريد الإلكتروني,الدور\nA,a@x.org,student', { name: 0, email: 1, role: 2 }],
    ['who,where\nA,a@x.org', { name: -1, email: 1, role: -1 }],
    ['who\nA', { name: -1, email: -1, role: -1 }],
  ])('%j: guesses its columns', (text, mapping) => expect(guessMapping(parseCsv(text))).toEqual(mapping));

  test('maps people by the chosen columns, cut to the stored lengths', () => {
    const table = parseCsv(`mail,name\na@x.org,${'N'.repeat(200)}\nb@x.org`);
    expect(peopleOf(table, { email: 0, name: 1, role: -1 })).toEqual([
      { line: 2, email: 'a@x.org', name: 'N'.repeat(120), role: '' },
      { line: 3, email: 'b@x.org', name: '', role: '' },
    ]);
  });

  test('nothing is nothing', () => expect(parseCsv('')).toEqual({ head: [], rows: [] }));
});
