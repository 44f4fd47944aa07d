import { describe, expect, test } from 'vitest';
import { type BlockDefinitions, block } from '../rules.ts';
import {
  adjacentPosition,
  type BlockNode,
  blocksOf,
  PAGE_ZONE,
  positionForNew,
  rendersHeading,
  slotTargetsFor,
  valuesOf,
  withRowMoved,
} from './rules.ts';

const blockWith = (type: string, props: Record<string, unknown>): BlockNode => ({
  type,
  props: { id: `${type}-${String(props.name ?? '')}`, ...props },
});
const draws = () => null;
const definitions: BlockDefinitions = {
  Text: block({
    strings: 'blocks',
    group: 'words',
    fields: { title: { kind: 'text' } },
    defaults: { title: 'Given' },
    render: draws,
  }),
  Box: block({
    strings: 'blocks',
    group: 'words',
    fields: { inside: { kind: 'slot' } },
    defaults: { inside: [] },
    render: draws,
  }),
};

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
  const room = (name: string, inside: BlockNode[] = []) => blockWith('Room', { name, inside });
  const rooms: BlockDefinitions = {
    ...definitions,
    Room: block({
      strings: 'blocks',
      group: 'layout',
      fields: { inside: { kind: 'slot' } },
      defaults: { inside: [] },
      render: draws,
    }),
    Pair: block({
      strings: 'blocks',
      group: 'layout',
      fields: { one: { kind: 'slot' }, two: { kind: 'slot' } },
      defaults: { one: [], two: [] },
      render: draws,
    }),
  };
  const text = blockWith('Text', { name: 'a' });
  const pair = blockWith('Pair', { name: 'p', one: [room('deep')], two: [] });
  const page = { root: {}, content: [room('first', [text]), blockWith('Text', { name: 'b' }), pair] };
  const targetsOf = (moving: BlockNode, isShown = (_zone: string) => true) =>
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
    const tower = Array.from({ length: 6 }, (_, at) => `${at}`).reduceRight<BlockNode[]>(
      (inside, name) => [room(`t${name}`, inside)],
      [],
    );
    const zones = (moving: BlockNode) =>
      slotTargetsFor(moving, { root: {}, content: tower }, rooms, () => true).map(({ zone }) => zone);
    expect(zones(text)).toEqual([PAGE_ZONE, ...[0, 1, 2, 3, 4, 5].map((at) => `Room-t${at}:inside`)]);
    expect(zones(room('x', [text]))).toHaveLength(6);
  });
});
