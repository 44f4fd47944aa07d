import { describe, expect, test } from 'vitest';
import { ancestorsOf, neighboursOf, positionsOf, readingOrder, treeOf, withHeadings } from './rules.ts';

const doc = (id: string, parent_id: string | null, position: number) => ({ id, parent_id, position, title: id });
const docs = [
  doc('b', null, 1),
  doc('a', null, 0),
  doc('a2', 'a', 1),
  doc('a1', 'a', 0),
  doc('a1x', 'a1', 0),
  doc('lost', 'gone', 9),
];
const tree = treeOf(docs);
const ids = (docs: { id: string }[]) => docs.map(({ id }) => id);

describe('documentation as a tree', () => {
  test('is read from its first page to its last, and what lost its parent is not lost', () => {
    expect(ids(readingOrder(tree))).toEqual(['a', 'a1', 'a1x', 'a2', 'b', 'lost']);
  });
  test.each([
    ['a', []],
    ['a1x', ['a', 'a1']],
    ['a2', ['a']],
    ['nowhere', []],
  ])('the way to %s', (id, expected) => {
    expect(ids(ancestorsOf(tree, id))).toEqual(expected);
  });
  test.each([
    ['a', null, 'a1'],
    ['a2', 'a1x', 'b'],
    ['lost', 'b', null],
    ['nowhere', null, null],
  ])('beside %s stand %s and %s', (id, previous, next) => {
    const beside = neighboursOf(tree, id);
    expect([beside.previous?.id ?? null, beside.next?.id ?? null]).toEqual([previous, next]);
  });
  test('comes back from its places as it was', () => {
    const items = (branches: typeof tree): { id: string; children: never[] }[] =>
      branches.map((branch) => ({ id: branch.doc.id, children: items(branch.children) as never[] }));
    const positions = positionsOf(items(tree)).map((position) => ({ ...position, title: position.id }));
    expect(ids(readingOrder(treeOf(positions)))).toEqual(ids(readingOrder(tree)));
  });
});

test('headings have addresses, each its own', () => {
  const { html, headings } = withHeadings('<h2>Set up</h2><p>x</p><h2>Set <em>up</em></h2><h3>النشر</h3><h2>!</h2>');
  expect(headings.map(({ id }) => id)).toEqual(['set-up', 'set-up-2', 'النشر', 'section']);
  expect(html).toContain('<h2 id="set-up-2"><a href="#set-up-2">Set <em>up</em></a></h2>');
});

test('a heading that holds a link already does not become another', () => {
  const { html, headings } = withHeadings('<h2>By <a href="/rule">rule</a></h2>');
  expect(headings).toEqual([{ id: 'by-rule', text: 'By rule', level: 2 }]);
  expect(html).toBe('<h2 id="by-rule">By <a href="/rule">rule</a></h2>');
});
