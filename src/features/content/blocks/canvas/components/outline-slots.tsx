import { createUsePuck } from '@puckeditor/core';
import { Children, cloneElement, isValidElement, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocks } from '../../components/blocks-context.tsx';
import { type BlockNode, eachBlock, findBlock, slotNames, slotOf } from '../../document/rules.ts';
import type { BlockDefinitions } from '../../rules.ts';

/** Puck's outline tree: a slot holds blocks, a block has slots. */
export type OutlineRoom = { zoneCompound: string; items: OutlineBlock[] };
type OutlineBlock = { itemId: string; componentType: string; childZones: OutlineRoom[] };

const usePuck = createUsePuck();

/**
 * The builder's outline. Puck lists a block's slots in the order of the stored JSON, which keeps none; this sorts them.
 */
export function Outline({ children }: { children: ReactNode }) {
  const { t } = useTranslation('blocks');
  const definitions = useBlocks();
  const data = usePuck((puck) => puck.appState.data);
  const content = useMemo(
    () => withRooms(children, (rooms) => orderedRooms(rooms, data.content, definitions)),
    [children, data, definitions],
  );
  const hidden = useMemo(() => hiddenSlotCount(data.content, definitions), [data, definitions]);
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      {content}
      {hidden > 0 ? <p className="help px-4 py-2">{t('words.hiddenColumns', { count: hidden })}</p> : null}
    </div>
  );
}

/** Number of slots that the page does not show although they have content, e.g. of a third column after a change to two. */
export function hiddenSlotCount(content: readonly BlockNode[], definitions: BlockDefinitions): number {
  let count = 0;
  eachBlock(content, (block) => {
    const definition = definitions[block.type];
    const visible = definition?.visibleSlots?.(block.props);
    if (!definition || !visible) return;
    count += slotNames(definition).filter((slot) => !visible.includes(slot) && slotOf(block, slot).length > 0).length;
  });
  return count;
}

/** The visible slots of each block in the order of its fields. */
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
      .filter((slot) => !visible || visible.includes(slot))
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
