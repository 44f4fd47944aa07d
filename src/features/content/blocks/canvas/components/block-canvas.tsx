import { type Field, type Overrides, Puck } from '@puckeditor/core';
import '@puckeditor/core/no-external.css';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockDocument, unknownTypes } from '../../document/rules.ts';
import { frameDevices } from '../../frame/rules.ts';
import { createStepKeeper, StepsContext } from '../../history/components/use-steps.ts';
import type { BlockDefinitions } from '../../rules.ts';
import type { Translate } from '../../words/rules.ts';
import { ShelfBlock, Shelves } from './block-library.tsx';
import { BlockActions, BlockFields } from './block-moves.tsx';
import { BuilderCanvas } from './builder-canvas.tsx';
import { type BlockDefaults, builderConfig, FirstBlock } from './builder-config.tsx';
import { builderDictionary } from './builder-dictionary.ts';
import { repairFrame } from './builder-roles.ts';
import { setDragTexts } from './drag-announcements.ts';
import { Outline } from './outline-slots.tsx';
import { ListField } from './row-order.tsx';
import { builderWidths } from './use-device.ts';

const Bar = createContext<ReactNode>(null);

/** Overrides of Puck's components: stable references, as new ones would remount them at every change. */
const overrides = {
  iframe: BuilderCanvas,
  header: () => <>{useContext(Bar)}</>,
  drawer: Shelves,
  drawerItem: ShelfBlock,
  fields: BlockFields,
  actionBar: BlockActions,
  fieldTypes: { array: ListField },
  outline: Outline,
} as Partial<Overrides>;

const viewportIcons = { desk: 'Monitor', tablet: 'Tablet', phone: 'Smartphone' } as const;

/** Stable reference: with a new object Puck resets its history, and the first step could not be undone. */
const FRAME = { enabled: true, waitForStyles: true };

type BlockCanvasProps = {
  /** The document to begin with; its root's props are the values of `settings`. */
  document: BlockDocument;
  /** The blocks it may be built of. */
  blocks: BlockDefinitions;
  /** Default values of new blocks in the site's language; the blocks' own defaults without it. */
  defaults?: BlockDefaults | undefined;
  /** Fields of the document itself, shown while no block is selected. */
  settings: (translate: Translate) => Record<string, Field>;
  bar: ReactNode;
  onChange: (document: BlockDocument) => void;
};

/**
 * Canvas for any document of blocks: block library, the document in the site's theme, and fields. It knows neither what
 * the document is nor how it is saved: its owner gives it a bar (`CanvasBar`, with `useCanvas`) and hears each change.
 */
export function BlockCanvas({ document: first, blocks, defaults, settings, bar, onChange }: BlockCanvasProps) {
  const { t, i18n } = useTranslation('blocks');
  const [initial] = useState(first);
  const translate = useCallback<Translate>((key, options) => i18n.t(key, options), [i18n]);
  const config = useMemo(
    () => builderConfig(blocks, translate, unknownTypes(initial.content, blocks), defaults, settings(translate)),
    [blocks, translate, initial, defaults, settings],
  );
  const dictionary = useMemo(
    () => builderDictionary((key, options) => i18n.t(key, { ns: 'blocks', ...options })),
    [i18n],
  );
  const [firstId, setFirstId] = useState(initial.content[0]?.props.id ?? '');
  const [steps] = useState(() => createStepKeeper(blocks));
  const viewports = useMemo(
    () =>
      frameDevices.map((device) => ({
        width: builderWidths[device],
        height: 'auto' as const,
        label: t(`builder.${device}`),
        icon: viewportIcons[device],
      })),
    [t],
  );
  useDragTexts(config);
  const frame = useRef<HTMLDivElement>(null);
  useRepairedFrame(frame, blocks);
  return (
    <FirstBlock value={firstId}>
      <StepsContext value={steps}>
        <Bar value={bar}>
          <div ref={frame} className="contents">
            <Puck
              config={config}
              data={initial}
              height="100dvh"
              viewports={viewports}
              dictionary={dictionary}
              iframe={FRAME}
              onChange={(changed) => {
                setFirstId(changed.content[0]?.props.id ?? '');
                onChange(changed);
              }}
              onAction={steps.onAction}
              overrides={overrides}
            />
          </div>
        </Bar>
      </StepsContext>
    </FirstBlock>
  );
}

function useDragTexts(config: ReturnType<typeof builderConfig>) {
  const { t } = useTranslation('blocks');
  useEffect(
    () =>
      setDragTexts({
        nameOf: (kind) => config.components[kind]?.label,
        page: t('move.page'),
        pickedUp: (name) => t('drag.pickedUp', { name }),
        over: (name, target) => t('drag.over', { name, target }),
        nowhere: (name) => t('drag.nowhere', { name }),
        dropped: (name) => t('drag.dropped', { name }),
        cancelled: (name) => t('drag.cancelled', { name }),
      }),
    [t, config],
  );
}

function useRepairedFrame(frame: RefObject<HTMLElement | null>, blocks: BlockDefinitions) {
  const { t } = useTranslation('blocks');
  useEffect(
    () =>
      frame.current
        ? repairFrame(frame.current, {
            zoom: t('words.zoom'),
            addRow: t('words.addRow'),
            textOf: (type) => t(`blocks.${type}.text`, { ns: blocks[type]?.strings }),
          })
        : undefined,
    [t, blocks, frame],
  );
}
