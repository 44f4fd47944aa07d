import { describe, expect, test } from 'vitest';
import { arranged, visibleEntries } from '../menus/menu-rules.ts';
import { type MenuEntry, memberMenu } from '../menus/menus.ts';
import { linesOf, storedOf } from './menu-order.ts';

const [some] = memberMenu;
const menu = [
  { ...some, id: 'dashboard' },
  { ...some, id: 'meetings', isOff: true },
  { ...some, id: 'courses' },
  { ...some, id: 'orders' },
] as MenuEntry[];

describe('the order of a menu', () => {
  test.each([
    [undefined, ['dashboard', 'courses', 'orders'], []],
    [['orders', 'dashboard', 'gone', 7, 'orders'], ['orders', 'dashboard'], ['courses']],
    [[], ['dashboard'], ['courses', 'orders']],
  ])('stored as %j shows %j and leaves out %j', (stored, displayed, hidden) => {
    const lines = linesOf(menu, stored);
    expect(lines.filter(({ isShown }) => isShown).map(({ id }) => id)).toEqual(displayed);
    expect(lines.filter(({ isShown }) => !isShown).map(({ id }) => id)).toEqual(hidden);
  });

  test('that is the product’s own is not stored', () => expect(storedOf(menu, linesOf(menu, undefined))).toBeNull());

  test('is kept, and what has no screen yet keeps its place in it', () => {
    const lines = [
      { id: 'orders', isShown: true },
      { id: 'courses', isShown: false },
      { id: 'dashboard', isShown: true },
    ];
    const stored = storedOf(menu, lines);
    expect(stored).toEqual(['orders', 'dashboard', 'meetings']);
    expect(linesOf(menu, stored).map(({ id }) => id)).toEqual(['orders', 'dashboard', 'courses']);
    const visible = arranged(visibleEntries(menu, { caps: [], features: [] }), stored);
    expect(visible.map(({ id }) => id)).toEqual(['orders', 'dashboard']);
  });
});
