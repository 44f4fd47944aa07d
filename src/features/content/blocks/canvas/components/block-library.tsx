import { createUsePuck, Drawer } from '@puckeditor/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '#ui/fields/search-field.tsx';
import { useBlocks } from '../../components/blocks-context.tsx';
import { type BlockNode, positionForNew, slotNames, slotOf } from '../../document/rules.ts';
import { BlockSketch } from './block-preview.tsx';
import { searchLibrary } from './block-search.ts';
import { canvasDocument, scrollToBlock } from './canvas-document.ts';

const usePuck = createUsePuck();

/** Puck's test id prefix of a library item. */
const LIBRARY_ITEM = '[data-testid^="drawer-item:"]';
const typeOf = (onShelf: Element | null | undefined) => onShelf?.getAttribute('data-testid')?.split(':')[1];

/** Block library: searchable; blocks are added by dragging, click or keyboard. */
export function Shelves({ children }: { children: ReactNode }) {
  const { t } = useTranslation('blocks');
  const help = useId();
  const rootRef = useRef<HTMLDivElement>(null);
  const { add, announcement } = useAdding();
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  const matches = useMatches(query);
  const [first] = matches;
  const components = usePuck((puck) => puck.config.components);
  const press = (event: MouseEvent | KeyboardEvent) => {
    const type = typeOf((event.target as Element).closest(LIBRARY_ITEM));
    if (!type || !components[type] || event.defaultPrevented) return;
    event.preventDefault();
    add(type);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each thing on it is a button that the builder draws
    <div
      ref={rootRef}
      aria-describedby={help}
      onClick={press}
      onKeyDownCapture={(event) => stepThrough(event, rootRef.current, first && (() => add(first.type)))}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') press(event);
      }}
    >
      <SearchField label={t('shelves.search')} value={query} onChange={setQuery} maxLength={60} />
      <p id={help} className="quiet shelves-help" hidden={isSearching}>
        {t('builder.addHelp')}
      </p>
      {isSearching ? null : children}
      {matches.length > 0 ? (
        <Drawer>
          {matches.map(({ type, name }) => (
            <Drawer.Item key={type} name={type} label={name}>
              {FoundBlock}
            </Drawer.Item>
          ))}
        </Drawer>
      ) : null}
      {isSearching && matches.length === 0 ? <p className="muted">{t('shelves.none', { query })}</p> : null}
      <p className="vh" role="status">
        {isSearching ? t('shelves.found', { number: String(matches.length) }) : announcement}
      </p>
    </div>
  );
}

/** Adds a block of a type at the selected place, and says so. */
function useAdding() {
  const { t } = useTranslation('blocks');
  const definitions = useBlocks();
  const config = usePuck((puck) => puck.config);
  const dispatch = usePuck((puck) => puck.dispatch);
  const data = usePuck((puck) => puck.appState.data);
  const selector = usePuck((puck) => puck.appState.ui.itemSelector);
  const selected = usePuck((puck) => puck.selectedItem);
  const [announcement, setAnnouncement] = useState('');

  /** Visible empty slots of the selected block; one of four columns may be hidden. */
  const emptyRooms = (block: BlockNode) => {
    const definition = definitions[block.type];
    if (!definition) return [];
    return slotNames(definition).filter((name) => {
      const zone = CSS.escape(`${block.props.id}:${name}`);
      return slotOf(block, name).length === 0 && canvasDocument()?.querySelector(`[data-puck-dropzone="${zone}"]`);
    });
  };
  function add(type: string) {
    const { zone, index } = positionForNew(
      data,
      selected && selector?.zone
        ? { zone: selector.zone, index: selector.index, id: selected.props.id, emptySlots: emptyRooms(selected) }
        : null,
    );
    const id = `${type}-${crypto.randomUUID()}`;
    dispatch({ type: 'insert', componentType: type, destinationZone: zone, destinationIndex: index, id });
    dispatch({ type: 'setUi', ui: { itemSelector: { zone, index } } });
    setAnnouncement(t('builder.added', { name: config.components[type]?.label ?? type }));
    scrollToBlock(id);
  }
  return { add, announcement };
}

/** The blocks a search finds; none without one. */
function useMatches(query: string) {
  const { t } = useTranslation('blocks');
  const definitions = useBlocks();
  const components = usePuck((puck) => puck.config.components);
  return searchLibrary(
    Object.entries(definitions)
      .filter(([type, { isUnavailable: isOff }]) => components[type] && !isOff)
      .map(([type, { group, strings }]) => ({
        type,
        name: components[type]?.label ?? type,
        text: t(`blocks.${type}.text`, { ns: strings }),
        shelf: t(`groups.${group}`),
      })),
    query,
  );
}

/** Arrow keys: down from the search input into the results and through them; up from the first one back. */
function stepThrough(event: KeyboardEvent, root: HTMLElement | null, addFirst: (() => void) | undefined) {
  if (event.nativeEvent.isComposing) return;
  const box = root?.querySelector('input');
  const all = [...(root?.querySelectorAll<HTMLElement>(LIBRARY_ITEM) ?? [])].filter((element) =>
    element.checkVisibility(),
  );
  const at = all.indexOf(event.target as HTMLElement);
  const isInBox = event.target === box;
  if (!isInBox && at < 0) return;
  if (isInBox && event.key === 'Enter' && addFirst) {
    event.preventDefault();
    return addFirst();
  }
  if (!isInBox && event.key === 'Escape') return box?.focus();
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
  const target = targets[event.key];
  if (target === undefined || (isInBox && event.key === 'ArrowUp')) return;
  event.preventDefault();
  const next = all[target] ?? (target < 0 ? box : undefined);
  if (!next) return;
  // Puck makes results focusable after rendering; a fast typist gets here before.
  next.tabIndex = 0;
  next.focus();
}

/** A block of the library: preview and name. */
export function ShelfBlock({ name }: { name: string }) {
  return <LibraryItem type={name} />;
}

/** A block as search result: preview, name and description. */
function FoundBlock({ name }: { name: string }) {
  return <LibraryItem type={name} hasText />;
}

function LibraryItem({ type, hasText = false }: { type: string; hasText?: boolean }) {
  const { t } = useTranslation('blocks');
  const definitions = useBlocks();
  const label = usePuck((puck) => puck.config.components[type]?.label);
  const definition = definitions[type];
  return (
    <span className="shelf-block">
      <BlockSketch type={type} props={definition?.defaults ?? {}} />
      <span>
        <span>{label ?? type}</span>
        {hasText && definition ? (
          <span className="help">{t(`blocks.${type}.text`, { ns: definition.strings })}</span>
        ) : null}
      </span>
    </span>
  );
}
