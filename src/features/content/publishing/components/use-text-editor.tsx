import { useState } from 'react';
import { useEditors } from '#base/browser/editors.ts';
import { useJumpTo } from '../checks/components/use-jump-to.ts';
import type { Comparison, PublishingKind, StoredDraft } from '../rules.ts';
import { DraftNotices } from './draft-notices.tsx';
import { useDraft } from './use-draft.ts';
import { usePublishing } from './use-publishing.tsx';

type TextEditorOptions<Content extends { title: string }> = {
  kind: PublishingKind<Content>;
  record: { id: string; title: string; status: string; draft: StoredDraft<Content> };
  comparison: Comparison<Content>;
  previewAddress: (secret: string) => string;
  /** Called when the record was published, unpublished or scheduled. */
  onChanged: () => unknown;
};

/** The state of an editor of a titled text: its draft, who else is here, publishing, and which dialog is open. */
export function useTextEditor<Content extends { title: string }>({
  kind,
  record,
  comparison,
  previewAddress,
  onChanged,
}: TextEditorOptions<Content>) {
  const work = useDraft({
    kind,
    id: record.id,
    first: record.draft,
    toSave: (content) => ({ ...content, title: content.title.trim() || record.title }),
  });
  const editors = useEditors(record.id, work.version);
  const [open, setOpen] = useState<'address' | 'checks' | null>(null);
  const { rootRef, jumpTo } = useJumpTo(open === null);
  /** Counts the drafts loaded from elsewhere: it is the key that remounts uncontrolled fields. */
  const [loads, setLoads] = useState(0);
  const onLoad = () => setLoads(loads + 1);
  const load = (part: Partial<Content>) => {
    work.change(part);
    onLoad();
  };
  const publishing = usePublishing({
    kind,
    record: { id: record.id, title: record.title, status: record.status, publishAt: record.draft.publish_at },
    work,
    comparison,
    previewAddress,
    onChanged,
    onRestore: load,
  });
  const close = () => setOpen(null);
  return {
    work,
    editors,
    publishing,
    loads,
    open,
    setOpen,
    close,
    /** Goes on the element around the fields, so that a finding can lead to them. */
    rootRef,
    notices: (
      <div className="mb-4 empty:hidden">
        <DraftNotices kind={kind} work={work} comparison={comparison} editors={editors} onLoad={onLoad} />
      </div>
    ),
    /** The props of the check of this draft. */
    check: {
      written: work.written,
      onClose: close,
      onJump: (location: string) => {
        close();
        jumpTo(location);
      },
      onFix: load,
    },
  };
}

export type TextEditor<Content extends { title: string }> = ReturnType<typeof useTextEditor<Content>>;
