import { CalendarClock, EyeOff, History, type LucideIcon, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { isNetworkError } from '#base/shared/db-client.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { publishDraft, scheduleDraft, unpublish } from '../data.ts';
import type { Comparison, PublishingKind } from '../rules.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { type DraftState, EditConflict } from './use-draft.ts';
import { VersionList } from './version-list.tsx';

type Open = 'versions' | 'share' | 'schedule' | null;
type Item = { id: string; label: string; icon: LucideIcon; onAction: () => void };

type PublishingOptions<Content extends { title: string }> = {
  kind: PublishingKind<Content>;
  record: { id: string; title: string; status: string; publishAt: string | null };
  work: DraftState<Content>;
  comparison: Comparison<Content>;
  /** The address of a preview link by its secret; without it drafts of this kind can't be shared. */
  previewAddress?: ((secret: string) => string) | undefined;
  /** Called when the record was published, unpublished or scheduled. */
  onChanged: () => unknown;
  onRestore: (content: Content) => void;
};

/**
 * What an editor offers beside writing: publish, unpublish, schedule, versions and preview links of one draft. `items` are
 * for its menu, `dialog` belongs anywhere into its screen.
 */
export function usePublishing<Content extends { title: string }>(options: PublishingOptions<Content>) {
  const { kind, record, work, previewAddress, onChanged } = options;
  const { t } = useTranslation('publishing');
  const db = useDb();
  const [open, setOpen] = useState<Open>(null);
  const reasonOf = useFailureReason();
  const writing = useSave(
    async ({ write }: { write: () => Promise<void>; done: string }) => {
      await work.flush();
      await write();
    },
    {
      onSaved: onChanged,
      done: (_, { done }) => done,
      offlineText: t('offline'),
      // The notice of a conflict already offers both drafts.
      errorText: (error) => (error instanceof EditConflict ? undefined : reasonOf(error)),
    },
  );
  const run = (write: () => Promise<void>, done: string) => writing.save({ write, done });
  const item = (name: 'versions' | 'share' | 'schedule', icon: LucideIcon): Item => ({
    id: name,
    label: t(`${name}.title`),
    icon,
    onAction: () => setOpen(name),
  });
  const unpublishItem = {
    id: 'unpublish',
    label: t('unpublish'),
    icon: EyeOff,
    onAction: () => void run(() => unpublish(db, kind.kind, record.id), t('isUnpublished', { title: record.title })),
  };
  return {
    isBusy: writing.isSaving,
    items: {
      versions: item('versions', History),
      schedule: item('schedule', CalendarClock),
      share: previewAddress ? [item('share', Share2)] : [],
      unpublish: record.status === 'published' ? [unpublishItem] : [],
    },
    dialog: open && <PublishingDialog {...options} open={open} onClose={() => setOpen(null)} />,
    showVersions: () => setOpen('versions'),
    publish: () =>
      void run(
        () => publishDraft(db, kind.kind, record.id, work.seen()),
        t('isPublished', { title: work.written.title || record.title }),
      ),
  };
}

/** Why publishing failed, as a sentence. */
function useFailureReason() {
  const { t } = useTranslation('publishing');
  return (error: unknown) => {
    if (isNetworkError(error)) return t('offline');
    return error instanceof Error && error.message ? error.message : t('failed');
  };
}

function PublishingDialog<Content extends { title: string }>({
  kind,
  record: { id, publishAt },
  work,
  comparison,
  previewAddress,
  onChanged,
  onRestore,
  open,
  onClose,
}: PublishingOptions<Content> & { open: NonNullable<Open>; onClose: () => void }) {
  const { t } = useTranslation('publishing');
  const db = useDb();
  const reasonOf = useFailureReason();
  if (open === 'share')
    return (
      <ShareDialog kind={kind.kind} id={id} addressOf={previewAddress ?? ((secret) => secret)} onClose={onClose} />
    );
  if (open === 'schedule')
    return (
      <ScheduleDialog
        publishAt={publishAt}
        onClose={onClose}
        onSchedule={async (at) => {
          try {
            await work.flush();
            await scheduleDraft(db, kind.kind, id, at);
          } catch (error) {
            throw new Error(reasonOf(error));
          }
          await onChanged();
          showToast(t(at ? 'schedule.done' : 'schedule.takenBack'));
        }}
      />
    );
  return (
    <VersionList
      kind={kind.kind}
      id={id}
      comparison={comparison}
      now={work.written}
      onClose={onClose}
      onRestore={(content) => {
        onRestore(content);
        showToast(t('versions.restored'));
      }}
    />
  );
}
