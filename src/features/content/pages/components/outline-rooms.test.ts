import { expect, test } from 'vitest';
import { block } from '#base/shared/blocks.ts';
import type { PageBlock } from '../rules.ts';
import { type OutlineRoom, orderedRooms } from './outline-rooms.tsx';
import { columns } from './text-blocks.tsx';

const box = block({
  strings: 'pages',
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
const card: PageBlock = { type: 'Card', props: { id: 'c' } };

test.each([
  ['two, empty', { count: '2' }, ['one', 'two']],
  ['two, as they begin', {}, ['one', 'two']],
  ['three', { count: '3' }, ['one', 'two', 'three']],
  ['four', { count: '4' }, ['one', 'two', 'three', 'four']],
  ['two, with something left in the fourth', { count: '2', four: [card] }, ['one', 'two', 'four']],
])('columns stand in the outline in their order and number: %s', (_, props, slots) => {
  const inner: PageBlock = { type: 'Columns', props: { id: 'x', ...props } };
  const page: PageBlock[] = [{ type: 'Box', props: { id: 'b', inside: [inner] } }];
  const item = { itemId: 'x', componentType: 'Columns', childZones: rooms('x', ...saved) };
  const outer = { itemId: 'b', componentType: 'Box', childZones: [{ zoneCompound: 'b:inside', items: [item] }] };
  const [room] = orderedRooms([{ zoneCompound: 'root:default-zone', items: [outer] }], page, definitions);
  const zones = room?.items[0]?.childZones[0]?.items[0]?.childZones.map(({ zoneCompound }) => zoneCompound);
  expect(zones).toEqual(slots.map((slot) => `x:${slot}`));
});
