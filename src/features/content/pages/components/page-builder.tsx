import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { BlockCanvas } from '#features/content/blocks/canvas/components/block-canvas.tsx';
import type { BlockDefaults } from '#features/content/blocks/canvas/components/builder-config.tsx';
import { useBlocks } from '#features/content/blocks/components/blocks-context.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { type PageDraft, type PageRow, publishPage, schedulePage } from '../data.ts';
import { usePageDraft } from '../drafts/components/use-page-draft.ts';
import { builderData } from '../drafts/rules.ts';
import { SHARED } from '../rules.ts';
import { BuilderBar } from './builder-bar.tsx';
import { pageFields } from './page-fields.tsx';

/** Page builder: the canvas of blocks for a page or a shared section; saves the draft automatically. */
export function PageBuilder({
  page,
  defaults,
  onPublished,
}: {
  page: PageRow & { draft: PageDraft };
  defaults: BlockDefaults | undefined;
  onPublished: () => void;
}) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const all = useBlocks();
  // A section can't contain another section.
  const blocks = useMemo(
    () => (page.kind === 'section' ? Object.fromEntries(Object.entries(all).filter(([type]) => type !== SHARED)) : all),
    [all, page.kind],
  );
  const work = usePageDraft(page);
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
  return (
    <BlockCanvas
      document={builderData(page.draft)}
      blocks={blocks}
      defaults={defaults}
      settings={pageFields}
      onChange={work.change}
      bar={<BuilderBar page={page} work={work} onPublish={publish} onSchedule={schedule} />}
    />
  );
}
