import { type Data, type Overrides, Puck } from '@puckeditor/core';
import '@puckeditor/core/no-external.css';
import {
  type ComponentProps,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocks } from '#base/browser/blocks.tsx';
import { useDb } from '#base/browser/db-client.ts';
import { frameDevices } from '#base/shared/block-frame.ts';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { type PageDraft, type PageRow, publishPage, schedulePage } from '../data.ts';
import { usePageDraft } from '../drafts/components/use-page-draft.ts';
import { builderData } from '../drafts/rules.ts';
import { type PageData, SHARED, unknownTypes } from '../rules.ts';
import { createStepKeeper, StepsContext } from '../steps/components/use-steps.ts';
import type { TemplateWords } from '../templates/rules.ts';
import { BlockActions, BlockFields } from './block-moves.tsx';
import { BuilderBar } from './builder-bar.tsx';
import { BuilderCanvas } from './builder-canvas.tsx';
import { builderConfig, FirstBlock } from './builder-config.tsx';
import { builderDictionary } from './builder-dictionary.ts';
import type { Translate } from './builder-fields.tsx';
import { repairFrame } from './builder-roles.ts';
import { setDragTexts } from './drag-words.ts';
import { Outline } from './outline-rooms.tsx';
import { ListField } from './row-place.tsx';
import { ShelfBlock, Shelves } from './shelves.tsx';
import { builderWidths } from './use-device.ts';

type Edited = PageRow & { draft: PageDraft };

const Bar = createContext<ComponentProps<typeof BuilderBar> | null>(null);

/** Overrides of Puck's components: stable references, as new ones would remount them at every change. */
const overrides = {
  iframe: BuilderCanvas,
  header: () => {
    const bar = useContext(Bar);
    return bar ? <BuilderBar {...bar} /> : <span />;
  },
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

/** Page builder: block library, canvas in the site's theme, and fields; saves the draft automatically. */
export function PageBuilder({
  page,
  defaults,
  onPublished,
}: {
  page: Edited;
  /** Default values of new blocks in the site's language; the blocks' own defaults without it. */
  defaults: TemplateWords['defaults'] | undefined;
  onPublished: () => void;
}) {
  const { t, i18n } = useTranslation('pages');
  const db = useDb();
  const all = useBlocks();
  // A section can't contain another section.
  const blocks = useMemo(
    () => (page.kind === 'section' ? Object.fromEntries(Object.entries(all).filter(([type]) => type !== SHARED)) : all),
    [all, page.kind],
  );
  const translate = useCallback<Translate>((key, options) => i18n.t(key, options), [i18n]);
  const config = useMemo(
    () => builderConfig(blocks, translate, unknownTypes(page.draft.data.content, blocks), defaults),
    [blocks, translate, page.draft.data.content, defaults],
  );
  const dictionary = useMemo(
    () => builderDictionary((key, options) => i18n.t(key, { ns: 'pages', ...options })),
    [i18n],
  );
  const [first, setFirst] = useState(page.draft.data.content[0]?.props.id ?? '');
  const [initial] = useState(() => builderData(page.draft));
  const work = usePageDraft(page);
  const [steps] = useState(() => createStepKeeper(all));

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
  const publish = async () => {
    try {
      await work.flush();
      await publishPage(db, page.id, work.seen());
      onPublished();
      showToast(t('builder.published', { title: page.draft.title }));
    } catch (error) {
      // A save error is shown in the builder.
      if (work.state !== 'failed') showError(error instanceof Error ? error.message : t('builder.notPublished'));
    }
  };
  const schedule = async (publishAt: string | null) => {
    await work.flush();
    await schedulePage(db, page.id, publishAt);
    onPublished();
    showToast(t(publishAt ? 'schedule.done' : 'schedule.takenBack'));
  };
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
  const frame = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      frame.current
        ? repairFrame(frame.current, {
            zoom: t('words.zoom'),
            addRow: t('words.addRow'),
            textOf: (type) => t(`blocks.${type}.text`, { ns: all[type]?.strings }),
          })
        : undefined,
    [t, all],
  );
  return (
    <FirstBlock value={first}>
      <StepsContext value={steps}>
        <Bar value={{ page, work, onPublish: publish, onSchedule: schedule }}>
          <div ref={frame} className="contents">
            <Puck
              config={config}
              data={initial as unknown as Data}
              height="100dvh"
              viewports={viewports}
              dictionary={dictionary}
              iframe={FRAME}
              onChange={(data) => {
                const changed = data as unknown as PageData;
                setFirst(changed.content[0]?.props.id ?? '');
                work.change(changed);
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
