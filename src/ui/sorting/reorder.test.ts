import { describe, expect, it } from 'vitest';
import { depthOf, heightOf, moveInList, moveInTree, type TreeItem } from './reorder.ts';

const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

describe('moveInList', () => {
  it.each([
    [['a'], 'c', 'after', 'bcad'],
    [['d'], 'a', 'before', 'dabc'],
    [['a', 'c'], 'd', 'after', 'bdac'],
    [['a', 'b'], 'b', 'after', 'abcd'],
    [['c', 'd'], 'd', 'before', 'abcd'],
    [['b'], 'b', 'before', 'abcd'],
  ] as const)('%j %s %s gives %s', (moved, key, position, expected) => {
    expect(ids(moveInList(list, new Set(moved), { key, position }))).toBe(expected);
  });
});

const leaf = (id: string, ...children: TreeItem<null>[]): TreeItem<null> => ({ id, value: null, children });
const tree = [leaf('1', leaf('a'), leaf('b')), leaf('2', leaf('c')), leaf('3')];
const show = (items: readonly TreeItem<null>[]): string =>
  items.map((item) => item.id + (item.children.length > 0 ? `(${show(item.children)})` : '')).join('');

describe('moveInTree', () => {
  it.each([
    [['b'], 'c', 'before', '1(a)2(bc)3'],
    [['c'], '3', 'on', '1(ab)23(c)'],
    [['3'], '1', 'before', '31(ab)2(c)'],
    [['1', 'a'], '3', 'after', '2(c)31(ab)'],
    [['1'], 'a', 'before', '1(ab)2(c)3'],
    [['1'], '1', 'on', '1(ab)2(c)3'],
    [['x'], '1', 'on', '1(ab)2(c)3'],
    [['a'], 'x', 'on', '1(ab)2(c)3'],
  ] as const)('%j %s %s gives %s', (moved, key, position, expected) => {
    expect(show(moveInTree(tree, new Set(moved), { key, position }))).toBe(expected);
  });
  it('loses and doubles nothing', () => {
    const moved = moveInTree(tree, new Set(['a', 'c', '3']), { key: 'b', position: 'after' });
    expect(show(moved).replace(/[()]/g, '').split('').sort().join('')).toBe('123abc');
  });
});

describe('depth and height', () => {
  it('counts levels', () => {
    expect([depthOf(tree, '2'), depthOf(tree, 'b'), depthOf(tree, 'x')]).toEqual([1, 2, 0]);
    expect(tree.map(heightOf)).toEqual([2, 2, 1]);
  });
});
