import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockCanvas } from '#features/content/blocks/canvas/components/block-canvas.tsx';
import type { BlockDefaults } from '#features/content/blocks/canvas/components/builder-config.tsx';
import { useBlocks } from '#features/content/blocks/components/blocks-context.tsx';
import { useDraft } from '#features/content/publishing/components/use-draft.ts';
import { type PageDraft, type PageRow, pageKind } from '../data.ts';
import { builderData, draftOf, isTooLarge, normalDraft } from '../drafts/rules.ts';
import { SHARED } from '../rules.ts';
import { BuilderBar } from './builder-bar.tsx';
import { pageFields } from './page-fields.tsx';

/** Page builder: the canvas of blocks for a page or a shared section; saves the draft automatically. */
export function PageBuilder({
  page,
  defaults,
  onChanged,
}: {
  page: PageRow & { draft: PageDraft };
  defaults: BlockDefaults | undefined;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('pages');
  const all = useBlocks();
  // A section can't contain another section.
  const blocks = useMemo(
    () => (page.kind === 'section' ? Object.fromEntries(Object.entries(all).filter(([type]) => type !== SHARED)) : all),
    [all, page.kind],
  );
  const work = useDraft({
    kind: pageKind,
    id: page.id,
    first: page.draft,
    normalize: normalDraft,
    toSave: (draft) => {
      if (isTooLarge(draft)) throw new Error(t('builder.tooLarge'));
      return draft;
    },
  });
  return (
    <BlockCanvas
      document={builderData(page.draft)}
      blocks={blocks}
      defaults={defaults}
      settings={pageFields}
      onChange={(document) => work.change(draftOf(document, work.written))}
      bar={<BuilderBar page={page} work={work} onChanged={onChanged} />}
    />
  );
}
