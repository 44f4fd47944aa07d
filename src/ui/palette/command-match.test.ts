import { describe, expect, it } from 'vitest';
import { type CommandGroup, matchCommands } from './command-match.ts';

const groups: CommandGroup[] = [
  { id: 'recent', title: 'Recent', isShortcut: true, commands: [{ id: 'orders', label: 'Orders' }] },
  {
    id: 'go',
    title: 'Go to',
    commands: [
      { id: 'courses', label: 'Courses' },
      { id: 'orders', label: 'Orders' },
      { id: 'theme', label: 'Colours and fonts', keywords: 'corners, dark', isHidden: true },
    ],
  },
  { id: 'create', title: 'Create', commands: [{ id: 'new-course', label: 'New course' }] },
  { id: 'found', title: 'Found', isServerFiltered: true, commands: [{ id: 'row', label: 'A row found by its text' }] },
  { id: 'none', title: 'None', commands: [] },
];
const shown = (query: string, recent?: string[]) =>
  matchCommands(groups, query, recent).map(({ id, commands }) => [id, ...commands.map((command) => command.id)]);

describe('the palette shows', () => {
  it('all commands but those for queries only, without a query', () => {
    expect(shown('  ')).toEqual([
      ['recent', 'orders'],
      ['go', 'courses', 'orders'],
      ['create', 'new-course'],
      ['found', 'row'],
    ]);
  });

  it('the best first, of the groups too, and once each', () => {
    expect(shown('new c')).toEqual([
      ['create', 'new-course'],
      ['found', 'row'],
    ]);
    expect(shown('course')).toEqual([
      ['go', 'courses'],
      ['create', 'new-course'],
      ['found', 'row'],
    ]);
    expect(shown('orders')[0]).toEqual(['go', 'orders']);
  });

  it('a command by its keywords', () => {
    expect(shown('dark')[0]).toEqual(['go', 'theme']);
  });

  it('server results, whatever they match', () => {
    expect(shown('nothing like it')).toEqual([['found', 'row']]);
  });

  it('of two equal matches, the recently used one first', () => {
    const alike: CommandGroup[] = [
      {
        id: 'go',
        title: 'Go to',
        commands: [
          { id: 'one', label: 'Course one' },
          { id: 'two', label: 'Course two' },
        ],
      },
    ];
    const order = (recent: string[]) => matchCommands(alike, 'course', recent)[0]?.commands.map(({ id }) => id);
    expect(order([])).toEqual(['one', 'two']);
    expect(order(['two'])).toEqual(['two', 'one']);
  });

  it('nothing used lately before what was typed, if it is not called so', () => {
    expect(shown('coruses', ['row'])[0]).toEqual(['go', 'courses']);
  });

  it('no more than nine of a group once something is typed', () => {
    const many: CommandGroup[] = [
      {
        id: 'go',
        title: 'Go to',
        commands: Array.from({ length: 20 }, (_, at) => ({ id: String(at), label: `Course ${at}` })),
      },
    ];
    expect(matchCommands(many, 'course')[0]?.commands).toHaveLength(9);
    expect(matchCommands(many, '')[0]?.commands).toHaveLength(20);
  });
});
