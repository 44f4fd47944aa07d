import { ChevronRight, GripVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import {
  TreeItem as BaseItem,
  Button,
  Collection,
  DropIndicator,
  type Key,
  Tree,
  TreeItemContent,
  useDragAndDrop,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useRowFocus } from '../table/row-focus.ts';
import { depthOf, findItem, heightOf, idsWithin, moveInTree, type TreeItem } from './reorder.ts';
import { DragGhost } from './sortable-list.tsx';

export type SortableTreeProps<Value> = {
  /** The accessible name: "Curriculum". */
  label: string;
  items: readonly TreeItem<Value>[];
  itemName: (item: TreeItem<Value>) => string;
  children: (item: TreeItem<Value>) => ReactNode;
  onMove: (items: readonly TreeItem<Value>[]) => void;
  /** Maximum depth: 2 for sections and their items. */
  maxDepth?: number;
  /**
   * Whether an item may contain another: a lesson belongs in a section, a section at the root. `parent` is undefined at
   * the root.
   */
  canHold?: (parent: TreeItem<Value> | undefined, child: TreeItem<Value>) => boolean;
  expandedIds?: ReadonlySet<string>;
  onExpand?: (ids: Set<string>) => void;
  selectedId?: string;
  onOpen?: (id: string) => void;
  empty?: ReactNode;
};

function parentOf<Value>(
  items: readonly TreeItem<Value>[],
  id: string,
  parent?: TreeItem<Value>,
): TreeItem<Value> | undefined {
  for (const item of items) {
    if (item.id === id) return parent;
    const nested = parentOf(item.children, id, item);
    if (nested) return nested;
  }
  return undefined;
}

/** A reorderable tree: items move within a branch and across. By keyboard as in SortableList. */
export function SortableTree<Value>(props: SortableTreeProps<Value>) {
  const { label, items, itemName, children, expandedIds, onExpand, selectedId, onOpen, empty } = props;
  const tree = useRef<HTMLDivElement>(null);
  useRowFocus(tree);
  const dragAndDropHooks = useTreeDrag(props);
  const renderItem = (item: TreeItem<Value>) => (
    <BaseItem key={item.id} id={item.id} textValue={itemName(item)} className="sort-item">
      <TreeItemContent>
        {({ hasChildItems, isExpanded }) => (
          <RowContent name={itemName(item)} hasChildItems={hasChildItems} isExpanded={isExpanded}>
            {children(item)}
          </RowContent>
        )}
      </TreeItemContent>
      <Collection items={item.children}>{renderItem}</Collection>
    </BaseItem>
  );
  return (
    <Tree
      ref={tree}
      aria-label={label}
      className="sort-list"
      items={items}
      dragAndDropHooks={dragAndDropHooks}
      expandedKeys={expandedIds}
      onExpandedChange={(keys: Set<Key>) => onExpand?.(new Set([...keys].map(String)))}
      selectionMode={onOpen ? 'single' : 'none'}
      selectionBehavior="replace"
      selectedKeys={selectedId ? [selectedId] : []}
      onSelectionChange={(keys) => {
        const [id] = keys === 'all' ? [] : [...keys];
        if (id !== undefined) onOpen?.(String(id));
      }}
      renderEmptyState={() => empty}
    >
      {renderItem}
    </Tree>
  );
}

/** Moving items by mouse and keyboard, to where they may be. */
function useTreeDrag<Value>({ items, itemName, onMove, maxDepth = 8, canHold }: SortableTreeProps<Value>) {
  const dragged = useRef<string[]>([]);

  function accepts(key: string, position: 'before' | 'after' | 'on'): boolean {
    const parent = position === 'on' ? findItem(items, key) : parentOf(items, key);
    const depth = depthOf(items, key) + (position === 'on' ? 1 : 0);
    return dragged.current.every((id) => {
      const child = findItem(items, id);
      if (!child || idsWithin(child).includes(key)) return false;
      return depth + heightOf(child) - 1 <= maxDepth && (canHold?.(parent, child) ?? true);
    });
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => {
      dragged.current = [...keys].map(String);
      return dragged.current.map((id) => {
        const item = findItem(items, id);
        return { 'text/plain': item ? itemName(item) : id };
      });
    },
    getDropOperation: (target) =>
      target.type === 'item' && accepts(String(target.key), target.dropPosition) ? 'move' : 'cancel',
    onMove: ({ keys, target }) => {
      const dropTarget = { key: String(target.key), position: target.dropPosition };
      if (accepts(dropTarget.key, dropTarget.position))
        onMove(moveInTree(items, new Set([...keys].map(String)), dropTarget));
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className="drop-line" />,
    renderDragPreview: (list) => <DragGhost names={list.map((item) => item['text/plain'] ?? '')} />,
  });
  return dragAndDropHooks;
}

function RowContent({
  name,
  hasChildItems,
  isExpanded,
  children,
}: {
  name: string;
  hasChildItems: boolean;
  isExpanded: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <>
      <span className="sort-indent" />
      <Button slot="drag" className="grip" aria-label={t('sort.grip', { name })}>
        <GripVertical aria-hidden="true" />
      </Button>
      {hasChildItems ? (
        <Button slot="chevron" className="twist" aria-label={t(isExpanded ? 'sort.collapse' : 'sort.expand', { name })}>
          <ChevronRight aria-hidden="true" className="flip" />
        </Button>
      ) : null}
      <span className="sort-body">{children}</span>
    </>
  );
}
