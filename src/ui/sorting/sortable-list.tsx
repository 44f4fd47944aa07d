import { GripVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useRowFocus } from '../table/row-focus.ts';
import { moveInList } from './reorder.ts';

export type SortableListProps<Item extends { id: string }> = {
  /** The accessible name: "Questions". */
  label: string;
  items: readonly Item[];
  itemName: (item: Item) => string;
  children: (item: Item) => ReactNode;
  onReorder: (items: Item[]) => void;
  onOpen?: (item: Item) => void;
  empty?: ReactNode;
  isDisabled?: boolean;
};

/** A reorderable list. By keyboard: Enter on the handle, arrows, Enter; Escape cancels. */
export function SortableList<Item extends { id: string }>({
  label,
  items,
  itemName,
  children,
  onReorder,
  onOpen,
  empty,
  isDisabled,
}: SortableListProps<Item>) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLDivElement>(null);
  useRowFocus(list);
  const nameOf = (id: string) => {
    const match = items.find((item) => item.id === id);
    return match ? itemName(match) : id;
  };
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': nameOf(String(key)) })),
    onReorder: ({ keys, target }) =>
      onReorder(
        moveInList(items, new Set([...keys].map(String)), { key: String(target.key), position: target.dropPosition }),
      ),
    renderDropIndicator: (target) => <DropIndicator target={target} className="drop-line" />,
    renderDragPreview: (dragged) => <DragGhost names={dragged.map((item) => item['text/plain'] ?? '')} />,
  });
  return (
    <GridList
      ref={list}
      aria-label={label}
      className="sort-list"
      items={items}
      dragAndDropHooks={dragAndDropHooks}
      onAction={
        onOpen &&
        ((key) => {
          const item = items.find((candidate) => candidate.id === key);
          if (item) onOpen(item);
        })
      }
      renderEmptyState={() => empty}
    >
      {(item) => (
        <GridListItem id={item.id} textValue={itemName(item)} className="sort-item">
          <Button slot="drag" className="grip" aria-label={t('sort.grip', { name: itemName(item) })}>
            <GripVertical aria-hidden="true" />
          </Button>
          <span className="sort-body">{children(item)}</span>
        </GridListItem>
      )}
    </GridList>
  );
}

/** The drag preview: the name, or the number of items. */
export function DragGhost({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('ui');
  return (
    <div className="drag-ghost">
      <GripVertical aria-hidden="true" />
      {names.length === 1 ? names[0] : t('sort.items', { count: names.length })}
    </div>
  );
}
