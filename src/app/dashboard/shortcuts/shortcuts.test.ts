import { describe, expect, test } from 'vitest';
import { commonPlaces, memberMenu, ownerMenu, profileMenu, superAdminMenu } from '../menus/menus.ts';
import { isForIts, letterOf, nothingPressed, type Press, read, SECOND_KEY_MS } from './key-reading.ts';
import { acts, GO, shortcutTargets } from './shortcut-table.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  ...more,
});

/** What a row of presses means in the end, a tenth of a second apart. */
function meaningOf(...presses: Press[]) {
  let reading = nothingPressed;
  let meaning: ReturnType<typeof read>['meaning'] = null;
  presses.forEach((item, at) => {
    ({ reading, meaning } = read(reading, item, at * 100));
  });
  return meaning;
}

describe('keys', () => {
  test.each([
    ['n', { kind: 'act', act: 'new' }],
    ['N', { kind: 'act', act: 'new' }],
    ['/', { kind: 'act', act: 'search' }],
    ['?', { kind: 'act', act: 'help' }],
    ['؟', { kind: 'act', act: 'help' }],
    ['[', { kind: 'act', act: 'sideBar' }],
    ['x', null],
    ['g', null],
  ] as const)('%s', (key, meaning) => expect(meaningOf(press(key))).toEqual(meaning));

  test('two after each other go somewhere', () => {
    expect(meaningOf(press('g'), press('d'))).toEqual({ kind: 'go', key: 'd' });
    expect(meaningOf(press('g'), press('n'))).toEqual({ kind: 'go', key: 'n' });
    expect(meaningOf(press('g'), press('Shift'), press('d'))).toEqual({ kind: 'go', key: 'd' });
    expect(meaningOf(press('g'), press('Escape'), press('d'))).toBeNull();
    expect(meaningOf(press('g'), press('x'), press('n'))).toEqual({ kind: 'act', act: 'new' });
  });

  test('the second is waited for so long and no longer', () => {
    const { reading } = read(nothingPressed, press('g'), 0);
    expect(read(reading, press('d'), SECOND_KEY_MS).meaning).toEqual({ kind: 'go', key: 'd' });
    expect(read(reading, press('n'), SECOND_KEY_MS + 1).meaning).toEqual({ kind: 'act', act: 'new' });
  });

  test.each([['ctrlKey'], ['metaKey'], ['altKey'], ['repeat'], ['isComposing']] as const)(
    'with %s are not ours',
    (name) => expect(meaningOf(press('n', { [name]: true }))).toBeNull(),
  );

  test.each([
    ['ل', 'KeyG', 'g'],
    ['п', 'KeyG', 'g'],
    ['z', 'KeyY', 'z'],
    ['ظ', 'Slash', '/'],
    ['é', 'Digit2', ''],
  ])('%s on %s stands for %j', (key, code, character) => expect(letterOf({ key, code })).toBe(character));
});

test.each([
  [true, 'input:not('],
  [true, '[role="menu"]'],
  [true, '[contenteditable]'],
  [false, 'article'],
])('%s where the press is inside %s', (expected, inside) => {
  // The one thing that is asked of an element is what it stands in.
  const target = { closest: (selector: string) => (selector.includes(inside) ? {} : null) };
  expect(isForIts(target as unknown as EventTarget)).toBe(expected);
});

test('a press on the window itself is nobody else’s', () => {
  expect(isForIts(null)).toBe(false);
  expect(isForIts({} as EventTarget)).toBe(false);
});

const menus = {
  member: [...memberMenu, ...profileMenu, ...commonPlaces],
  owner: [...ownerMenu, ...commonPlaces],
  superAdmin: [...superAdminMenu, ...commonPlaces],
};

test.each(Object.entries(menus))('every entry of %s that has a screen has a key of its own', (_, entries) => {
  const on = entries.filter(({ isOff }) => !isOff);
  const targets = shortcutTargets(on);
  expect(new Set(targets.map(({ key }) => key)).size).toBe(targets.length);
  const missing = on.filter(({ href }) => !targets.some(({ entry }) => entry.href === href)).map(({ id }) => id);
  expect(missing).toEqual([]);
});

test('no act has another’s key, and none that of going', () => {
  const keys = [...Object.values(acts), GO];
  expect(new Set(keys).size).toBe(keys.length);
});
