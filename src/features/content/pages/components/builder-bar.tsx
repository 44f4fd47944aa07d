import {
  CalendarClock,
  ChevronDown,
  Component,
  Ellipsis,
  ExternalLink,
  History,
  Link2,
  ListChecks,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditors } from '#base/browser/editors.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { CanvasBar } from '#features/content/blocks/canvas/components/canvas-bar.tsx';
import { canvasDocument } from '#features/content/blocks/canvas/components/canvas-document.ts';
import { useCanvas } from '#features/content/blocks/canvas/components/use-canvas.ts';
import { ShareDialog } from '#features/content/posts/previews/components/share-dialog.tsx';
import { EditorsHere } from '#features/content/posts/versions/components/editors-here.tsx';
import { ScheduleDialog } from '#features/platform/options/components/schedule-dialog.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { CheckPanel } from '../checks/components/check-panel.tsx';
import { type PageDraft, type PageRow, pagePreviews } from '../data.ts';
import { DraftNotices } from '../drafts/components/draft-notices.tsx';
import type { PageDraftState } from '../drafts/components/use-page-draft.ts';
import { SHARED } from '../rules.ts';
import { SectionDialog } from './section-dialog.tsx';
import { VersionList } from './version-list.tsx';

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
  const { document: data, selected, replaceDocument, replaceBlock, jumpTo } = useCanvas();
  const editors = useEditors(page.id, work.version);
  const [isBusy, setBusy] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isSection = page.kind === 'section';
  const jump = (block: string) => {
    if (jumpTo(block)) close();
  };
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
    <CanvasBar
      back={isSection ? paths.sections() : paths.pages()}
      title={title}
      status={
        <>
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
        </>
      }
      actions={
        <>
          <Button variant="quiet" icon={ListChecks} onPress={() => setOpen('checks')}>
            {t('checks.button')}
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
        </>
      }
    >
      <DraftNotices work={work} editors={editors} onLoad={replaceDocument} />
      {open === 'versions' ? <VersionList page={page} now={data} onClose={close} onRestore={replaceDocument} /> : null}
      {open === 'checks' ? (
        <CheckPanel page={data} canvas={canvasDocument} onClose={close} onJump={jump} onFix={replaceDocument} />
      ) : null}
      {open === 'share' ? (
        <ShareDialog store={pagePreviews} addressOf={paths.previewPage} id={page.id} onClose={close} />
      ) : null}
      {open === 'schedule' ? <ScheduleDialog publishAt={publish_at} onClose={close} onSchedule={onSchedule} /> : null}
      {open === 'section' && selected ? (
        <SectionDialog
          block={selected}
          onClose={close}
          onMade={(section) => {
            close();
            if (!replaceBlock({ type: SHARED, props: { id: selected.props.id, section } })) showError(t('list.failed'));
          }}
        />
      ) : null}
    </CanvasBar>
  );
}
