import { createUsePuck, type Data } from '@puckeditor/core';
import {
  ArrowLeft,
  CalendarClock,
  ChevronDown,
  Component,
  Ellipsis,
  ExternalLink,
  Eye,
  History,
  Link2,
  ListChecks,
  PencilLine,
  Redo2,
  Undo2,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEditors } from '#base/browser/editors.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { ShareDialog } from '#features/content/posts/previews/components/share-dialog.tsx';
import { EditorsHere } from '#features/content/posts/versions/components/editors-here.tsx';
import { ScheduleDialog } from '#features/platform/options/components/schedule-dialog.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { CheckPanel } from '../checks/components/check-panel.tsx';
import type { PageDraft, PageRow } from '../data.ts';
import { DraftNotices } from '../drafts/components/draft-notices.tsx';

import type { PageDraftState } from '../drafts/components/use-page-draft.ts';
import { type PageBlock, type PageData, SHARED } from '../rules.ts';
import { listenForUndoKeys, useSteps } from '../steps/components/use-steps.ts';
import { canvasDocument, scrollToBlock } from './canvas-document.ts';
import { SectionDialog } from './section-dialog.tsx';
import { VersionList } from './version-list.tsx';

const usePuck = createUsePuck();
const links = {
  table: 'page_previews',
  key: 'page_id',
  share: 'share_page_draft',
  addressOf: paths.previewPage,
};

type Open = 'versions' | 'checks' | 'schedule' | 'share' | 'section' | null;

/** Toolbar of the builder: save status, other editors, and the actions on the page. */
export function BuilderBar({
  page,
  work,
  onPublish,
  onSchedule,
}: {
  page: PageRow & { draft: PageDraft };
  work: PageDraftState;
  onPublish: () => Promise<void>;
  onSchedule: (publishAt: string | null) => Promise<void>;
}) {
  const { t } = useTranslation('pages');
  const { locale } = useSite();
  const dispatch = usePuck((puck) => puck.dispatch);
  const { hasPast, hasFuture, go } = useSteps();
  const step = useEffectEvent((direction: -1 | 1) => go(direction, dispatch));
  useEffect(() => listenForUndoKeys(document, (direction) => step(direction)), []);
  const data = usePuck((puck) => puck.appState.data) as unknown as PageData;
  const selected = usePuck((puck) => puck.selectedItem) as unknown as PageBlock | null;
  const selectorOf = usePuck((puck) => puck.getSelectorForId);
  const isPreview = usePuck((puck) => puck.appState.ui.previewMode === 'interactive');
  const editors = useEditors(page.id, work.version);
  const [isBusy, setBusy] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const replaceData = (next: PageData) =>
    dispatch({ type: 'setData', data: next as unknown as Data, recordHistory: true });
  const isSection = page.kind === 'section';
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
  function jump(block: string) {
    const itemSelector = selectorOf(block);
    if (!itemSelector) return;
    close();
    show(false);
    dispatch({ type: 'setUi', ui: { itemSelector } });
    scrollToBlock(block);
  }
  const title = String((data.root.props as { title?: string } | undefined)?.title ?? '') || page.title;
  const { publish_at } = page.draft;
  const items = [
    { id: 'versions', label: t('builder.versions'), icon: History, onAction: () => setOpen('versions') },
    ...(isSection ? [] : [{ id: 'share', label: t('share.title'), icon: Link2, onAction: () => setOpen('share') }]),
    { id: 'schedule', label: t('schedule.title'), icon: CalendarClock, onAction: () => setOpen('schedule') },
    ...(selected && !isSection && selected.type !== SHARED
      ? [{ id: 'section', label: t('sections.make'), icon: Component, onAction: () => setOpen('section') }]
      : []),
    ...(page.status === 'published' && !isSection
      ? [{ id: 'view', label: t('list.view'), icon: ExternalLink, href: paths.page(page.slug), target: '_blank' }]
      : []),
  ];
  return (
    <div className="builder-head">
      <header className="builder-bar">
        <Link
          to={isSection ? paths.sections() : paths.pages()}
          className="btn btn-quiet btn-icon"
          aria-label={t('builder.back')}
        >
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" size={16} />
        </Link>
        <h1 className="cut text-base font-semibold" dir="auto">
          {title}
        </h1>
        {isSection ? <Badge>{t('sections.one')}</Badge> : null}
        {page.status === 'draft' ? <Badge>{t('status.draft')}</Badge> : null}
        {publish_at ? (
          <Badge>
            {t('schedule.badge', {
              at: dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(publish_at)),
            })}
          </Badge>
        ) : null}
        <span className="quiet" role="status">
          {t(`builder.state.${work.state}`)}
        </span>
        {work.state === 'failed' ? (
          <Button size="sm" onPress={() => void work.flush().catch(() => {})}>
            {work.conflict ? t('conflict.compare') : t('builder.saveAgain')}
          </Button>
        ) : null}
        <EditorsHere editors={editors} />
        <span className="builder-tools">
          <IconButton
            icon={Undo2}
            isDirectional
            label={t('builder.undo')}
            isDisabled={!hasPast}
            onPress={() => go(-1, dispatch)}
          />
          <IconButton
            icon={Redo2}
            isDirectional
            label={t('builder.redo')}
            isDisabled={!hasFuture}
            onPress={() => go(1, dispatch)}
          />
          <Button variant="quiet" icon={ListChecks} onPress={() => setOpen('checks')}>
            {t('checks.button')}
          </Button>
          <Button icon={isPreview ? PencilLine : Eye} aria-pressed={isPreview} onPress={() => show(!isPreview)}>
            {isPreview ? t('builder.edit') : t('builder.preview')}
          </Button>
          <MenuButton
            label={t('builder.more')}
            placement="bottom end"
            groups={[{ id: 'more', items }]}
            trigger={
              <Button icon={Ellipsis}>
                {t('builder.more')}
                <ChevronDown aria-hidden="true" size={16} />
              </Button>
            }
          />
          <Button
            variant="primary"
            isBusy={isBusy}
            onPress={() => {
              setBusy(true);
              void onPublish().finally(() => setBusy(false));
            }}
          >
            {isSection ? t('sections.publish') : t('builder.publish')}
          </Button>
        </span>
      </header>
      <DraftNotices work={work} editors={editors} onLoad={replaceData} />
      {open === 'versions' ? <VersionList page={page} now={data} onClose={close} onRestore={replaceData} /> : null}
      {open === 'checks' ? (
        <CheckPanel page={data} canvas={canvasDocument} onClose={close} onJump={jump} onFix={replaceData} />
      ) : null}
      {open === 'share' ? <ShareDialog shelf={links} id={page.id} onClose={close} /> : null}
      {open === 'schedule' ? <ScheduleDialog publishAt={publish_at} onClose={close} onSchedule={onSchedule} /> : null}
      {open === 'section' && selected ? (
        <SectionDialog
          block={selected}
          onClose={close}
          onMade={(section) => {
            const selector = selectorOf(selected.props.id);
            close();
            if (!selector) return showError(t('list.failed'));
            dispatch({
              type: 'replace',
              destinationIndex: selector.index,
              destinationZone: selector.zone,
              data: { type: SHARED, props: { id: selected.props.id, section } },
            });
          }}
        />
      ) : null}
    </div>
  );
}
