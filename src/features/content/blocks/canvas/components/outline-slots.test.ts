import { expect, test } from 'vitest';
import { columns } from '../../components/text-blocks.tsx';
import type { BlockNode } from '../../document/rules.ts';
import { block } from '../../rules.ts';
import { hiddenSlotCount, type OutlineRoom, orderedRooms } from './outline-slots.tsx';

const box = block({
  strings: 'blocks',
  group: 'layout',
  fields: { inside: { kind: 'slot' } },
  defaults: { inside: [] },
  render: () => null,
});
const definitions = { Columns: columns, Box: box };
const rooms = (id: string, ...slots: string[]): OutlineRoom[] =>
  slots.map((slot) => ({ zoneCompound: `${id}:${slot}`, items: [] }));
// jsonb returns the keys of an object ordered by length.
const saved = ['one', 'two', 'four', 'three'];
const card: BlockNode = { type: 'Card', props: { id: 'c' } };

test.each([
  ['two, empty', { count: '2' }, ['one', 'two']],
  ['two, as they begin', {}, ['one', 'two']],
  ['three', { count: '3' }, ['one', 'two', 'three']],
  ['four', { count: '4' }, ['one', 'two', 'three', 'four']],
  ['two, with something left in the fourth', { count: '2', four: [card] }, ['one', 'two']],
])('columns stand in the outline in their order and number: %s', (_, props, slots) => {
  const inner: BlockNode = { type: 'Columns', props: { id: 'x', ...props } };
  const page: BlockNode[] = [{ type: 'Box', props: { id: 'b', inside: [inner] } }];
  const item = { itemId: 'x', componentType: 'Columns', childZones: rooms('x', ...saved) };
  const outer = { itemId: 'b', componentType: 'Box', childZones: [{ zoneCompound: 'b:inside', items: [item] }] };
  const [room] = orderedRooms([{ zoneCompound: 'root:default-zone', items: [outer] }], page, definitions);
  const zones = room?.items[0]?.childZones[0]?.items[0]?.childZones.map(({ zoneCompound }) => zoneCompound);
  expect(zones).toEqual(slots.map((slot) => `x:${slot}`));
});

test.each([
  ['three of three', { count: '3', three: [card] }, 0],
  ['two of three, the third with a card', { count: '2', three: [card] }, 1],
  ['two of three, the third empty', { count: '2', three: [] }, 0],
  ['two of four, each with a card', { count: '2', one: [card], two: [card], three: [card], four: [card] }, 2],
])('columns that are hidden with their content are counted: %s', (_, props, count) => {
  const inner: BlockNode = { type: 'Columns', props: { id: 'x', ...props } };
  const page: BlockNode[] = [{ type: 'Box', props: { id: 'b', inside: [inner] } }];
  expect(hiddenSlotCount(page, definitions)).toBe(count);
});
