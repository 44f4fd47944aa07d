import { Component, ExternalLink, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Editor, useEditors } from '#base/browser/editors.ts';
import { CanvasBar } from '#features/content/blocks/canvas/components/canvas-bar.tsx';
import { canvasDocument } from '#features/content/blocks/canvas/components/canvas-document.ts';
import { useCanvas } from '#features/content/blocks/canvas/components/use-canvas.ts';
import type { BlockNode } from '#features/content/blocks/document/rules.ts';
import { DraftNotices } from '#features/content/publishing/components/draft-notices.tsx';
import { DraftActions, DraftBadge, SaveStatus } from '#features/content/publishing/components/draft-status.tsx';
import { MoreMenu } from '#features/content/publishing/components/more-menu.tsx';
import type { DraftState } from '#features/content/publishing/components/use-draft.ts';
import { usePublishing } from '#features/content/publishing/components/use-publishing.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { CheckPanel } from '../checks/components/check-panel.tsx';
import { type PageDraft, type PageRow, pageKind } from '../data.ts';
import { builderData, type Draft } from '../drafts/rules.ts';
import { SHARED } from '../rules.ts';
import { SectionDialog } from './section-dialog.tsx';
import { usePageComparison } from './use-page-comparison.ts';

type Open = 'checks' | 'section' | null;

type BuilderBarProps = {
  page: PageRow & { draft: PageDraft };
  work: DraftState<Draft>;
  onChanged: () => unknown;
};

/** Toolbar of the builder: save status, other editors, and the actions on the page. */
export function BuilderBar({ page, work, onChanged }: BuilderBarProps) {
  const { t } = useTranslation(['pages', 'publishing']);
  const { document: data, selected, replaceDocument, jumpTo } = useCanvas();
  const editors = useEditors(page.id, work.version);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isSection = page.kind === 'section';
  const jump = (block: string) => {
    if (jumpTo(block)) close();
  };
  const load = (draft: Draft) => replaceDocument(builderData(draft));
  const comparison = usePageComparison();
  const publishing = usePublishing({
    kind: pageKind,
    record: { id: page.id, title: page.draft.title, status: page.status, publishAt: page.draft.publish_at },
    work,
    comparison,
    previewAddress: isSection ? undefined : paths.previewPage,
    onChanged,
    onRestore: load,
  });
  const items = [
    publishing.items.versions,
    publishing.items.schedule,
    ...publishing.items.share,
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
      title={work.written.title}
      status={<BuilderStatus page={page} work={work} editors={editors} />}
      actions={
        <>
          <Button variant="quiet" icon={ListChecks} onPress={() => setOpen('checks')}>
            {t('publishing:checks.button')}
          </Button>
          <MoreMenu label={t('builder.more')} items={items} />
          <Button variant="primary" isBusy={publishing.isBusy} onPress={publishing.publish}>
            {isSection ? t('sections.publish') : t('builder.publish')}
          </Button>
        </>
      }
    >
      <DraftNotices kind={pageKind} work={work} comparison={comparison} editors={editors} onLoad={load} />
      {publishing.dialog}
      {open === 'checks' ? (
        <CheckPanel page={data} canvas={canvasDocument} onClose={close} onJump={jump} onFix={replaceDocument} />
      ) : null}
      {open === 'section' && selected ? <MakeSection block={selected} onClose={close} /> : null}
    </CanvasBar>
  );
}

function BuilderStatus({ page, work, editors }: Omit<BuilderBarProps, 'onChanged'> & { editors: readonly Editor[] }) {
  const { t } = useTranslation('pages');
  return (
    <>
      {page.kind === 'section' ? <Badge>{t('sections.one')}</Badge> : null}
      <DraftBadge status={page.status} publishAt={page.draft.publish_at} />
      <span className="quiet">
        <SaveStatus work={work} />
      </span>
      <DraftActions work={work} editors={editors} />
    </>
  );
}

/** Makes a block a shared section, which takes its place on the page. */
function MakeSection({ block, onClose }: { block: BlockNode; onClose: () => void }) {
  const { t } = useTranslation('pages');
  const { replaceBlock } = useCanvas();
  return (
    <SectionDialog
      block={block}
      onClose={onClose}
      onMade={(section) => {
        onClose();
        if (!replaceBlock({ type: SHARED, props: { id: block.props.id, section } })) showError(t('list.failed'));
      }}
    />
  );
}
