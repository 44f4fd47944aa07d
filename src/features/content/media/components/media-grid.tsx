import { Ellipsis, Folder, GripVertical } from 'lucide-react';
import {
  Button as BaseButton,
  GridList,
  GridListItem,
  isFileDropItem,
  type Key,
  type Selection,
  useDragAndDrop,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import { DragGhost } from '#ui/sorting/sortable-list.tsx';
import type { TableSelection } from '#ui/table/table-state.ts';
import type { Entry } from './entries.ts';
import { MediaThumb } from './media-thumb.tsx';

const ENTRY_TYPE = 'application/x-media-entry';

type MediaGridProps = {
  label: string;
  entries: readonly Entry[];
  selection: TableSelection;
  onOpen: (entry: Entry) => void;
  menuOf: (entry: Entry) => readonly MenuGroup[];
  /** Called when entries are dropped onto a folder. */
  onMove: (ids: readonly string[], folder: string) => void;
  /** Called when files from outside are dropped: onto a folder, or onto no entry (null). */
  onFiles: (files: File[], folder: string | null) => void;
};

/** The library as a grid: arrows move, Space selects, Enter opens; entries dropped onto a folder move into it. */
export function MediaGrid({ label, entries, selection, onOpen, menuOf, onMove, onFiles }: MediaGridProps) {
  const dragAndDropHooks = useEntryDragAndDrop({ entries, onMove, onFiles });

  function choose(keys: Selection) {
    const selected = keys === 'all' ? new Set<Key>(entries.map(({ id }) => id)) : keys;
    for (const isChosen of [true, false]) {
      const changed = entries.filter(({ id }) => selected.has(id) === isChosen).map(({ id }) => id);
      if (changed.length > 0) selection.toggleMany(changed, isChosen);
    }
  }
  return (
    <GridList
      aria-label={label}
      className="media-grid"
      layout="grid"
      selectionMode="multiple"
      selectionBehavior="toggle"
      selectedKeys={selection.isAll ? 'all' : selection.ids}
      onSelectionChange={choose}
      items={entries}
      dependencies={[menuOf]}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(key) => {
        const entry = entries.find(({ id }) => id === key);
        if (entry) onOpen(entry);
      }}
    >
      {(entry) => (
        <GridListItem id={entry.id} textValue={entry.name} className="media-tile">
          <MediaTile entry={entry} menu={menuOf(entry)} />
        </GridListItem>
      )}
    </GridList>
  );
}

function MediaTile({ entry, menu }: { entry: Entry; menu: readonly MenuGroup[] }) {
  const { t } = useTranslation('media');
  const { locale } = useLocale();
  return (
    <>
      <div className="media-face">
        {entry.file ? (
          <MediaThumb key={entry.file.version} file={entry.file} width={320} />
        ) : (
          <Folder aria-hidden="true" className="media-icon" />
        )}
        <Checkbox slot="selection" className="media-check" />
        <BaseButton slot="drag" className="media-grip" aria-label={t('library.grip', { name: entry.name })}>
          <GripVertical aria-hidden="true" />
        </BaseButton>
      </div>
      <div className="media-words">
        <span className="media-name">
          <span className="cut" dir="auto" title={entry.name}>
            {entry.name}
          </span>
          <span className="help">
            {entry.file
              ? [t(`kind.${entry.file.kind}`), formatSize(entry.file.bytes, locale)].join(' · ')
              : t('folder.count', { count: entry.folder.count })}
          </span>
        </span>
        <MenuButton
          label={t('library.actionsOf', { name: entry.name })}
          placement="bottom end"
          groups={menu}
          trigger={<IconButton size="sm" label={t('library.actionsOf', { name: entry.name })} icon={Ellipsis} />}
        />
      </div>
    </>
  );
}

function useEntryDragAndDrop({ entries, onMove, onFiles }: Pick<MediaGridProps, 'entries' | 'onMove' | 'onFiles'>) {
  const folderAt = (key: Key) => entries.find((entry) => entry.id === key)?.folder ?? null;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        [ENTRY_TYPE]: String(key),
        'text/plain': entries.find((entry) => entry.id === key)?.name ?? '',
      })),
    acceptedDragTypes: 'all',
    getDropOperation: (target, types) => {
      const isOurs = types.has(ENTRY_TYPE);
      if (target.type === 'root') return isOurs ? 'cancel' : 'copy';
      if (target.dropPosition !== 'on' || !folderAt(target.key)) return 'cancel';
      return isOurs ? 'move' : 'copy';
    },
    onItemDrop: async ({ items, target, isInternal }) => {
      if (!isInternal) return onFiles(await filesOf(items), String(target.key));
      const ids = await Promise.all(
        items.map((item) => (item.kind === 'text' && item.types.has(ENTRY_TYPE) ? item.getText(ENTRY_TYPE) : '')),
      );
      onMove(
        ids.filter((id) => id !== '' && id !== target.key),
        String(target.key),
      );
    },
    onRootDrop: async ({ items }) => onFiles(await filesOf(items), null),
    renderDragPreview: (dragged) => <DragGhost names={dragged.map((item) => item['text/plain'] ?? '')} />,
  });
  return dragAndDropHooks;
}

type Dropped = Parameters<typeof isFileDropItem>[0];

/** The files among what was dropped. */
export function filesOf(items: Iterable<Dropped>): Promise<File[]> {
  return Promise.all([...items].filter(isFileDropItem).map((item) => item.getFile()));
}
