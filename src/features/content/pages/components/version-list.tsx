import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import type { BlockDocument } from '#features/content/blocks/document/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { listVersions, type PageDraft, type PageRow, type PageVersion, peopleNamed } from '../data.ts';
import { CompareDialog } from '../drafts/components/compare-dialog.tsx';
import { builderData, draftOf } from '../drafts/rules.ts';

/**
 * Version history: one version per publication and per ten minutes of editing. Each can be compared with the current
 * draft and restored.
 */
export function VersionList({
  page,
  now,
  onClose,
  onRestore,
}: {
  page: PageRow & { draft: PageDraft };
  now: BlockDocument;
  onClose: () => void;
  onRestore: (data: BlockDocument) => void;
}) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const [compared, setCompared] = useState<PageVersion | null>(null);
  const versions = useQuery({
    queryKey: ['pages', account_id, 'versions', page.id],
    queryFn: async () => {
      const rows = await listVersions(db, account_id, page.id);
      const names = await peopleNamed(
        db,
        account_id,
        rows.flatMap((row) => row.published_by ?? []),
      );
      return rows.map((row) => ({ ...row, by: names.get(row.published_by ?? '') ?? '' }));
    },
    staleTime: 0,
  });
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const timeOf = (version: PageVersion) => at.format(new Date(version.created_at));
  const restore = (version: PageVersion) => {
    onRestore(builderData(version));
    onClose();
  };
  if (compared)
    return (
      <CompareDialog
        title={t('compare.title')}
        sentence={t('compare.text', { at: timeOf(compared) })}
        first={draftOf(now, page.draft)}
        second={compared}
        base={null}
        labels={{ first: t('compare.now'), second: timeOf(compared) }}
        takeLabels={{ first: t('compare.keep'), second: t('builder.restore') }}
        onClose={() => setCompared(null)}
        onChoose={(picked) => (picked === compared ? restore(compared) : setCompared(null))}
      />
    );
  return (
    <Dialog title={t('builder.versions')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {versions.isPending ? <SkeletonText lines={4} /> : null}
      {versions.isError ? <ErrorState onRetry={() => void versions.refetch()} /> : null}
      {versions.data?.length === 0 ? <p className="muted">{t('builder.noVersions')}</p> : null}
      <ul className="grid gap-2">
        {versions.data?.map((version) => (
          <li
            key={version.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-2"
          >
            <span className="min-w-0">
              <span className="row">
                {timeOf(version)}
                {version.kind === 'published' ? <Badge>{t('status.published')}</Badge> : null}
              </span>
              <span className="quiet" dir="auto">
                {[version.title, version.by].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="row">
              <Button size="sm" variant="quiet" onPress={() => setCompared(version)}>
                {t('compare.open')}
              </Button>
              <Button size="sm" onPress={() => restore(version)}>
                {t('builder.restore')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
