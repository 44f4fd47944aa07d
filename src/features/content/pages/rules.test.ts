import { describe, expect, test } from 'vitest';
import { safeUrl } from '#base/shared/addresses.ts';
import { type BlockDefinitions, block } from '#base/shared/blocks.ts';
import {
  adjacentPosition,
  blocksOf,
  linesOf,
  PAGE_ZONE,
  type PageBlock,
  positionForNew,
  rendersHeading,
  sectionIdsOf,
  slotTargetsFor,
  valuesOf,
  withRowMoved,
  withSections,
} from './rules.ts';
import { pageSlug } from './schema.ts';

const blockWith = (type: string, props: Record<string, unknown>): PageBlock => ({
  type,
  props: { id: `${type}-${String(props.name ?? '')}`, ...props },
});
const draws = () => null;
const definitions: BlockDefinitions = {
  Text: block({
    strings: 'pages',
    group: 'words',
    fields: { title: { kind: 'text' } },
    defaults: { title: 'Given' },
    render: draws,
  }),
  Box: block({
    strings: 'pages',
    group: 'words',
    fields: { inside: { kind: 'slot' } },
    defaults: { inside: [] },
    render: draws,
  }),
};

describe('an address in a link', () => {
  test.each([
    ['/course', '/course'],
    ['course', '/course'],
    ['https://example.org/a', 'https://example.org/a'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['#top', '#top'],
    ['?page=2', '?page=2'],
    ['javascript:alert(1)', '#'],
    [' JaVaScRiPt:alert(1)', '#'],
    ['data:text/html,x', '#'],
    ['//evil.example', '#'],
    ['/\\evil.example', '#'],
    ['\\\\evil.example', '#'],
    ['', '#'],
    [undefined, '#'],
  ])('%s leads to %s', (written, address) => {
    expect(safeUrl(written)).toBe(address);
  });
});

describe('the blocks of a page', () => {
  test('are found inside slots too, in reading order', () => {
    const page = [
      blockWith('Text', { name: 1 }),
      blockWith('Box', { name: 2, inside: [blockWith('Text', { name: 3 })] }),
      blockWith('Text', { name: 4 }),
    ];
    expect(blocksOf(page, definitions).map(({ props }) => props.name)).toEqual([1, 2, 3, 4]);
  });
  test('of a kind nobody knows are left out', () => {
    expect(blocksOf([blockWith('Gone', {}), blockWith('Text', { name: 1 })], definitions)).toHaveLength(1);
  });
  test('that hold each other without end are cut off', () => {
    let box = blockWith('Box', { name: 0 });
    for (let depth = 1; depth < 50; depth++) box = blockWith('Box', { name: depth, inside: [box] });
    expect(blocksOf([box], definitions).length).toBeLessThan(10);
  });
  test('a slot that holds something else holds nothing', () => {
    expect(
      blocksOf([blockWith('Box', { inside: 'text' }), blockWith('Box', { inside: [null, 3] })], definitions),
    ).toHaveLength(2);
  });
});

describe('the values of a block', () => {
  test('that are missing are the block’s own', () => {
    expect(valuesOf(blockWith('Text', { title: null }), definitions)).toMatchObject({ title: 'Given' });
    expect(valuesOf(blockWith('Text', { title: 'Mine' }), definitions)).toMatchObject({ title: 'Mine' });
  });
});

test('a page is opened by a block that has a title or a quotation', () => {
  expect(rendersHeading(blockWith('Text', { title: 'A' }))).toBe(true);
  expect(rendersHeading(blockWith('Text', { quote: 'A' }))).toBe(true);
  expect(rendersHeading(blockWith('Text', { title: ' ' }))).toBe(false);
  expect(rendersHeading(undefined)).toBe(false);
});

test('lines are those with words', () => {
  expect(linesOf(' one \n\n two')).toEqual(['one', 'two']);
  expect(linesOf(undefined)).toEqual([]);
});

describe('shared sections', () => {
  const id = '0198c0de-0000-7000-8000-000000000001';
  const shared = (name: string, section = id): PageBlock => ({ type: 'SharedSection', props: { id: name, section } });
  const sections = new Map([[id, [blockWith('Text', { name: 'dates' })]]]);
  const ids = (content: readonly PageBlock[]) => blocksOf(content, definitions).map(({ props }) => props.id);

  test('stand in their places, also inside other blocks, and twice with ids apart', () => {
    const content = [
      shared('a'),
      blockWith('Box', { name: 'box', inside: [shared('b'), blockWith('Text', { name: 'own' })] }),
    ];
    expect(sectionIdsOf(content)).toEqual([id]);
    expect(ids(withSections(content, sections))).toEqual(['a-Text-dates', 'Box-box', 'b-Text-dates', 'Text-own']);
  });
  test('that are gone, or stand in themselves, leave nothing', () => {
    const circle = new Map([[id, [shared('again'), blockWith('Text', { name: 'dates' })]]]);
    expect(ids(withSections([shared('a')], circle))).toEqual(['a-Text-dates']);
    expect(withSections([shared('a')], new Map())).toEqual([]);
  });
  test('whose name is no id are not asked for', () => {
    expect(sectionIdsOf([shared('a', 'x),or=(id.neq.1')])).toEqual([]);
  });
});

describe('the address of a page', () => {
  test.each(['login', 'preview', 'A', 'a b', '-a', 'a\u202eb', 'u\u0308ber', 'x'.repeat(81)])('%j is none', (slug) => {
    expect(pageSlug.safeParse(slug).success).toBe(false);
  });
});

describe('what is put somewhere without being dragged', () => {
  const page = {
    root: {},
    content: [blockWith('Text', {}), blockWith('Box', { inside: [blockWith('Text', { name: 'in' })] })],
  };
  const selected = { zone: PAGE_ZONE, index: 0, id: 'Box-a', emptySlots: [] };
  test('is added at the end where nothing is chosen, else behind it, or into its first empty room', () => {
    expect(positionForNew(page, null)).toEqual({ zone: PAGE_ZONE, index: 2 });
    expect(positionForNew(page, selected)).toEqual({ zone: PAGE_ZONE, index: 1 });
    expect(positionForNew(page, { ...selected, emptySlots: ['two', 'three'] })).toEqual({
      zone: 'Box-a:two',
      index: 0,
    });
  });
  test.each([
    ['up', -1, { zone: 'Box-a:inside', index: 1 }, { zone: 'Box-a:inside', index: 0 }],
    ['down', 1, { zone: 'Box-a:inside', index: 1 }, { zone: 'Box-a:inside', index: 2 }],
    ['up, out of its room', -1, { zone: 'Box-a:inside', index: 0 }, { zone: PAGE_ZONE, index: 4 }],
    ['down, out of its room', 1, { zone: 'Box-a:inside', index: 2 }, { zone: PAGE_ZONE, index: 5 }],
  ] as const)('goes %s', (_, step, at, to) =>
    expect(adjacentPosition(at, step, 3, { zone: PAGE_ZONE, index: 4 })).toEqual(to),
  );
  test('stays at either end of the page', () => {
    expect(adjacentPosition({ zone: PAGE_ZONE, index: 0 }, -1, 3, null)).toBeNull();
    expect(adjacentPosition({ zone: PAGE_ZONE, index: 2 }, 1, 3, null)).toBeNull();
  });
  test('is a row as well', () => {
    expect(withRowMoved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(withRowMoved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
    expect(withRowMoved(['a', 'b', 'c'], 0, -1)).toBeNull();
    expect(withRowMoved(['a', 'b', 'c'], 2, 1)).toBeNull();
    expect(withRowMoved(['a'], 4, 1)).toBeNull();
  });
});

describe('the rooms a block may be put into', () => {
  const room = (name: string, inside: PageBlock[] = []) => blockWith('Room', { name, inside });
  const rooms: BlockDefinitions = {
    ...definitions,
    Room: block({
      strings: 'pages',
      group: 'layout',
      fields: { inside: { kind: 'slot' } },
      defaults: { inside: [] },
      render: draws,
    }),
    Pair: block({
      strings: 'pages',
      group: 'layout',
      fields: { one: { kind: 'slot' }, two: { kind: 'slot' } },
      defaults: { one: [], two: [] },
      render: draws,
    }),
  };
  const text = blockWith('Text', { name: 'a' });
  const pair = blockWith('Pair', { name: 'p', one: [room('deep')], two: [] });
  const page = { root: {}, content: [room('first', [text]), blockWith('Text', { name: 'b' }), pair] };
  const targetsOf = (moving: PageBlock, isShown = (_zone: string) => true) =>
    slotTargetsFor(moving, page, rooms, isShown).map(({ zone, blocks }) => [zone, blocks.map(({ props }) => props.id)]);

  test('are the page and every slot in it, in reading order, with what stands there beside it', () => {
    expect(targetsOf(text)).toEqual([
      [PAGE_ZONE, ['Room-first', 'Text-b', 'Pair-p']],
      ['Room-first:inside', []],
      ['Pair-p:one', ['Room-deep']],
      ['Room-deep:inside', []],
      ['Pair-p:two', []],
    ]);
  });
  test('are none of its own', () => {
    expect(targetsOf(pair)).toEqual([
      [PAGE_ZONE, ['Room-first', 'Text-b']],
      ['Room-first:inside', ['Text-a']],
    ]);
  });
  test('are no empty ones that are out of sight', () => {
    expect(targetsOf(text, (zone) => zone !== 'Pair-p:two').map(([zone]) => zone)).not.toContain('Pair-p:two');
  });
  test('say what they lie in, with the slot where there are several', () => {
    const deep = slotTargetsFor(text, page, rooms, () => true).find(({ zone }) => zone === 'Room-deep:inside');
    expect(deep?.around.map(({ block, slot }) => [block.props.id, slot])).toEqual([
      ['Pair-p', 'one'],
      ['Room-deep', null],
    ]);
  });
  test('are none where it would lie deeper than blocks are drawn', () => {
    const tower = Array.from({ length: 6 }, (_, at) => `${at}`).reduceRight<PageBlock[]>(
      (inside, name) => [room(`t${name}`, inside)],
      [],
    );
    const zones = (moving: PageBlock) =>
      slotTargetsFor(moving, { root: {}, content: tower }, rooms, () => true).map(({ zone }) => zone);
    expect(zones(text)).toEqual([PAGE_ZONE, ...[0, 1, 2, 3, 4, 5].map((at) => `Room-t${at}:inside`)]);
    expect(zones(room('x', [text]))).toHaveLength(6);
  });
});
