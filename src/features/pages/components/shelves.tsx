import { createUsePuck } from '@puckeditor/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocks } from '#base/browser/blocks.tsx';
import { type PageBlock, type PageData, placeForNew, slotNames, slotOf } from '../rules.ts';
import { canvasDocument, showBlock } from './canvas-document.ts';

const usePuck = createUsePuck();

/** The builder names a thing on its shelves by this. */
const ON_SHELF = '[data-testid^="drawer-item:"]';

/** The shelves: what stands there is dragged into the page, or pressed, by hand and by keyboard alike. */
export function Shelves({ children }: { children: ReactNode }) {
  const { t } = useTranslation('pages');
  const help = useId();
  const definitions = useBlocks();
  const config = usePuck((puck) => puck.config);
  const dispatch = usePuck((puck) => puck.dispatch);
  const data = usePuck((puck) => puck.appState.data) as unknown as PageData;
  const selector = usePuck((puck) => puck.appState.ui.itemSelector);
  const selected = usePuck((puck) => puck.selectedItem) as unknown as PageBlock | null;
  const [said, setSaid] = useState('');

  /** The rooms of the chosen block that are shown and hold nothing: one of four columns may be out of sight. */
  const emptyRooms = (found: PageBlock) => {
    const definition = definitions[found.type];
    if (!definition) return [];
    return slotNames(definition).filter((name) => {
      const zone = CSS.escape(`${found.props.id}:${name}`);
      return slotOf(found, name).length === 0 && canvasDocument()?.querySelector(`[data-puck-dropzone="${zone}"]`);
    });
  };
  const add = (type: string) => {
    const { zone, index } = placeForNew(
      data,
      selected && selector?.zone
        ? { zone: selector.zone, index: selector.index, id: selected.props.id, emptyRooms: emptyRooms(selected) }
        : null,
    );
    const id = `${type}-${crypto.randomUUID()}`;
    dispatch({ type: 'insert', componentType: type, destinationZone: zone, destinationIndex: index, id });
    dispatch({ type: 'setUi', ui: { itemSelector: { zone, index } } });
    setSaid(t('builder.added', { name: config.components[type]?.label ?? type }));
    showBlock(id);
  };
  const press = (event: MouseEvent | KeyboardEvent) => {
    const type = (event.target as Element).closest(ON_SHELF)?.getAttribute('data-testid')?.split(':')[1];
    if (!type || !config.components[type] || event.defaultPrevented) return;
    event.preventDefault();
    add(type);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each thing on it is a button that the builder draws
    <div
      aria-describedby={help}
      onClick={press}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') press(event);
      }}
    >
      <p id={help} className="quiet shelves-help">
        {t('builder.addHelp')}
      </p>
      {children}
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}
