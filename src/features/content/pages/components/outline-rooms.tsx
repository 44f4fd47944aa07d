import { createUsePuck } from '@puckeditor/core';
import { Children, cloneElement, isValidElement, type ReactNode, useMemo } from 'react';
import { useBlocks } from '#base/browser/blocks.tsx';
import type { BlockDefinitions } from '#base/shared/blocks.ts';
import { blockOf } from '../checks/rules.ts';
import { type PageBlock, type PageData, slotNames, slotOf } from '../rules.ts';

/** The outline as the builder's library builds it: a room holds blocks, and a block has rooms. */
export type OutlineRoom = { zoneCompound: string; items: OutlineBlock[] };
type OutlineBlock = { itemId: string; componentType: string; childZones: OutlineRoom[] };

const usePuck = createUsePuck();

/** The builder's outline. Its library lists the rooms of a block as they stand in the saved page, which keeps no order of them. */
export function Outline({ children }: { children: ReactNode }) {
  const definitions = useBlocks();
  const data = usePuck((puck) => puck.appState.data) as unknown as PageData;
  const content = useMemo(
    () => withRooms(children, (rooms) => orderedRooms(rooms, data.content, definitions)),
    [children, data, definitions],
  );
  return <div className="flex min-h-0 min-w-0 grow flex-col">{content}</div>;
}

/** The rooms of every block in the order of its fields, without those that are empty and not drawn. */
export function orderedRooms(
  rooms: readonly OutlineRoom[],
  content: readonly PageBlock[],
  definitions: BlockDefinitions,
): OutlineRoom[] {
  const block = (one: OutlineBlock): OutlineBlock => {
    const definition = definitions[one.componentType];
    if (!definition || one.childZones.length === 0) return one;
    const found = blockOf(content, one.itemId);
    const drawn = found ? definition.rooms?.(found.props) : undefined;
    const zones = slotNames(definition)
      .filter((slot) => !drawn || drawn.includes(slot) || (found && slotOf(found, slot).length > 0))
      .flatMap((slot) => one.childZones.filter(({ zoneCompound }) => zoneCompound === `${one.itemId}:${slot}`));
    return { ...one, childZones: zones.map(room) };
  };
  const room = (one: OutlineRoom): OutlineRoom => ({ ...one, items: one.items.map(block) });
  return rooms.map(room);
}

/** The library's outline with other rooms; as it is where the library has come to draw it otherwise. */
function withRooms(node: ReactNode, change: (rooms: OutlineRoom[]) => OutlineRoom[]): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ trees?: OutlineRoom[]; children?: ReactNode }>(child)) return child;
    const { trees, children } = child.props;
    if (Array.isArray(trees)) return cloneElement(child, { trees: change(trees) });
    return children === undefined ? child : cloneElement(child, {}, withRooms(children, change));
  });
}
