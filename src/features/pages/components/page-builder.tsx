import { createUsePuck, type Data, Puck } from '@puckeditor/core';
import '@puckeditor/core/no-external.css';
import { ArrowLeft, Eye, History, PencilLine, Redo2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBlocks } from '#base/browser/blocks.tsx';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { type SaveState, useAutosave } from '#ui/use-autosave.ts';
import { type PageDraft, type PageRow, publishPage, saveDraft } from '../data.ts';
import { type PageData, unknownTypes } from '../rules.ts';
import type { PageSettings } from '../schema.ts';
import { BuilderCanvas } from './builder-canvas.tsx';
import { builderConfig, FirstBlock } from './builder-config.tsx';
import { builderDictionary } from './builder-dictionary.ts';
import type { Words } from './builder-fields.tsx';
import { mendFrame } from './builder-roles.ts';
import { VersionList } from './version-list.tsx';

const usePuck = createUsePuck();

type Edited = PageRow & { draft: PageDraft };

/** The page builder: blocks at the side, the page in the customer's theme, its fields; the draft saves itself. */
export function PageBuilder({ page, onPublished }: { page: Edited; onPublished: () => void }) {
  const { t, i18n } = useTranslation('pages');
  const wire = useWire();
  const { account_id } = useAccount();
  const blocks = useBlocks();
  const words = useCallback<Words>((key, options) => i18n.t(key, options), [i18n]);
  const config = useMemo(
    () => builderConfig(blocks, words, unknownTypes(page.draft.data.content, blocks)),
    [blocks, words, page.draft.data.content],
  );
  const dictionary = useMemo(() => builderDictionary((key) => i18n.t(key, { ns: 'pages' })), [i18n]);
  const [first, setFirst] = useState(page.draft.data.content[0]?.props.id ?? '');
  const [initial] = useState(() => withRoot(page.draft));
  const autosave = useAutosave((data: PageData) => saveDraft(wire, account_id, page.id, draftOf(data, page.draft)));

  const viewports = [
    { width: 1280, height: 'auto' as const, label: t('builder.desk'), icon: 'Monitor' as const },
    { width: 768, height: 'auto' as const, label: t('builder.tablet'), icon: 'Tablet' as const },
    { width: 390, height: 'auto' as const, label: t('builder.phone'), icon: 'Smartphone' as const },
  ];
  const publish = async () => {
    try {
      await autosave.flush();
      await publishPage(wire, page.id);
      onPublished();
      showToast(t('builder.published', { title: page.draft.title }));
    } catch (error) {
      showProblem(error instanceof Error ? error.message : t('builder.notPublished'));
    }
  };
  const frame = useRef<HTMLDivElement>(null);
  useEffect(
    () => (frame.current ? mendFrame(frame.current, { zoom: t('words.zoom'), addRow: t('words.addRow') }) : undefined),
    [t],
  );
  return (
    <FirstBlock value={first}>
      <div ref={frame} className="contents">
        <Puck
          config={config}
          data={initial as unknown as Data}
          height="100dvh"
          viewports={viewports}
          dictionary={dictionary}
          iframe={{ enabled: true, waitForStyles: true }}
          onChange={(data) => {
            const changed = data as unknown as PageData;
            setFirst(changed.content[0]?.props.id ?? '');
            autosave.change(changed);
          }}
          overrides={{
            iframe: BuilderCanvas,
            header: () => <BuilderBar page={page} state={autosave.state} onSave={autosave.flush} onPublish={publish} />,
          }}
        />
      </div>
    </FirstBlock>
  );
}

function BuilderBar({
  page,
  state,
  onSave,
  onPublish,
}: {
  page: Edited;
  state: SaveState;
  onSave: () => Promise<void>;
  onPublish: () => Promise<void>;
}) {
  const { t } = useTranslation('pages');
  const history = usePuck((puck) => puck.history);
  const dispatch = usePuck((puck) => puck.dispatch);
  const title = usePuck((puck) => String((puck.appState.data.root.props as { title?: string })?.title ?? ''));
  const isPreview = usePuck((puck) => puck.appState.ui.previewMode === 'interactive');
  const [isBusy, setBusy] = useState(false);
  const [isListing, setListing] = useState(false);
  const show = (preview: boolean) =>
    dispatch({
      type: 'setUi',
      ui: {
        previewMode: preview ? 'interactive' : 'edit',
        leftSideBarVisible: !preview,
        rightSideBarVisible: !preview,
        itemSelector: null,
      },
    });
  return (
    <header className="builder-bar">
      <Link to={paths.pages()} className="btn btn-quiet btn-icon" aria-label={t('builder.back')}>
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" size={16} />
      </Link>
      <h1 className="cut text-base font-semibold" dir="auto">
        {title || page.title}
      </h1>
      {page.status === 'draft' ? <Badge>{t('status.draft')}</Badge> : null}
      <span className="quiet" role="status">
        {t(`builder.state.${state}`)}
      </span>
      {state === 'failed' ? (
        <Button size="sm" onPress={() => void onSave().catch(() => {})}>
          {t('builder.saveAgain')}
        </Button>
      ) : null}
      <span className="builder-tools">
        <IconButton
          icon={Undo2}
          isDirectional
          label={t('builder.undo')}
          isDisabled={!history.hasPast}
          onPress={() => history.back()}
        />
        <IconButton
          icon={Redo2}
          isDirectional
          label={t('builder.redo')}
          isDisabled={!history.hasFuture}
          onPress={() => history.forward()}
        />
        <Button variant="quiet" icon={History} onPress={() => setListing(true)}>
          {t('builder.versions')}
        </Button>
        <Button icon={isPreview ? PencilLine : Eye} aria-pressed={isPreview} onPress={() => show(!isPreview)}>
          {isPreview ? t('builder.edit') : t('builder.preview')}
        </Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          onPress={() => {
            setBusy(true);
            void onPublish().finally(() => setBusy(false));
          }}
        >
          {t('builder.publish')}
        </Button>
      </span>
      <VersionList
        pageId={page.id}
        isOpen={isListing}
        onOpenChange={setListing}
        onRestore={(data) => {
          dispatch({ type: 'setData', data: data as unknown as Data });
          setListing(false);
        }}
      />
    </header>
  );
}

function withRoot(draft: PageDraft): PageData {
  const { description = '', isHidden = false } = draft.settings;
  return { zones: {}, ...draft.data, root: { props: { title: draft.title, description, isHidden } } };
}

function draftOf(data: PageData, before: PageDraft): Partial<PageDraft> {
  const root = (data.root.props ?? {}) as { title?: string; description?: string; isHidden?: boolean };
  const settings: PageSettings = {
    ...before.settings,
    description: (root.description ?? '').slice(0, 320),
    isHidden: root.isHidden === true,
  };
  return { data, settings, title: (root.title ?? '').trim().slice(0, 160) || before.title };
}
