import { createUsePuck } from '@puckeditor/core';
import { Children, cloneElement, isValidElement, type ReactNode, useMemo } from 'react';
import { useBlocks } from '../../components/blocks-context.tsx';
import { type BlockNode, findBlock, slotNames, slotOf } from '../../document/rules.ts';
import type { BlockDefinitions } from '../../rules.ts';

/** Puck's outline tree: a slot holds blocks, a block has slots. */
export type OutlineRoom = { zoneCompound: string; items: OutlineBlock[] };
type OutlineBlock = { itemId: string; componentType: string; childZones: OutlineRoom[] };

const usePuck = createUsePuck();

/**
 * The builder's outline. Puck lists a block's slots in the order of the stored JSON, which keeps none; this sorts them.
 */
export function Outline({ children }: { children: ReactNode }) {
  const definitions = useBlocks();
  const data = usePuck((puck) => puck.appState.data);
  const content = useMemo(
    () => withRooms(children, (rooms) => orderedRooms(rooms, data.content, definitions)),
    [children, data, definitions],
  );
  return <div className="flex min-h-0 min-w-0 grow flex-col">{content}</div>;
}

/** The slots of each block in the order of its fields, without empty hidden ones. */
export function orderedRooms(
  rooms: readonly OutlineRoom[],
  content: readonly BlockNode[],
  definitions: BlockDefinitions,
): OutlineRoom[] {
  const block = (item: OutlineBlock): OutlineBlock => {
    const definition = definitions[item.componentType];
    if (!definition || item.childZones.length === 0) return item;
    const pageBlock = findBlock(content, item.itemId);
    const visible = pageBlock ? definition.visibleSlots?.(pageBlock.props) : undefined;
    const zones = slotNames(definition)
      .filter((slot) => !visible || visible.includes(slot) || (pageBlock && slotOf(pageBlock, slot).length > 0))
      .flatMap((slot) => item.childZones.filter(({ zoneCompound }) => zoneCompound === `${item.itemId}:${slot}`));
    return { ...item, childZones: zones.map(room) };
  };
  const room = (item: OutlineRoom): OutlineRoom => ({ ...item, items: item.items.map(block) });
  return rooms.map(room);
}

/** Puck's outline element with other slots; unchanged where its structure is not the expected one. */
function withRooms(node: ReactNode, change: (rooms: OutlineRoom[]) => OutlineRoom[]): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ trees?: OutlineRoom[]; children?: ReactNode }>(child)) return child;
    const { trees, children } = child.props;
    if (Array.isArray(trees)) return cloneElement(child, { trees: change(trees) });
    return children === undefined ? child : cloneElement(child, {}, withRooms(children, change));
  });
}
