import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { listVersions } from '../data.ts';
import type { Version, VersionStore } from '../rules.ts';
import { CompareDialog, type Part } from './compare-dialog.tsx';

/**
 * Version history: one version per publication and per ten minutes of editing. Each can be compared with the current
 * draft and restored.
 */
export function VersionList<ContentText extends { title: string }>({
  shelf,
  id,
  parts,
  now,
  none,
  onClose,
  onRestore,
}: {
  shelf: VersionStore<ContentText>;
  /** Title of the record. */
  id: string;
  parts: readonly Part<ContentText>[];
  now: ContentText;
  /** Shown when there are no versions. */
  none: string;
  onClose: () => void;
  onRestore: (written: ContentText) => void;
}) {
  const { t } = useTranslation('posts');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const [compared, setCompared] = useState<Version<ContentText> | null>(null);
  const versions = useQuery({
    queryKey: [shelf.table, account_id, id],
    queryFn: () => listVersions(db, account_id, shelf, id),
    staleTime: 0,
  });
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const timeOf = (version: Version<ContentText>) => at.format(new Date(version.created_at));
  const restore = (version: Version<ContentText>) => {
    // The parts are all keys of the content, which no type says of entries.
    onRestore(Object.fromEntries(parts.map((part) => [part.id, version[part.id]])) as unknown as ContentText);
    onClose();
  };
  if (compared)
    return (
      <CompareDialog
        title={t('compare.title')}
        parts={parts}
        sentence={t('compare.text', { at: timeOf(compared) })}
        first={now}
        second={compared}
        base={null}
        labels={{ first: t('compare.now'), second: timeOf(compared) }}
        takeLabels={{ first: t('compare.keep'), second: t('versions.restore') }}
        onClose={() => setCompared(null)}
        onChoose={(_, side) => (side === 'second' ? restore(compared) : setCompared(null))}
      />
    );
  return (
    <Dialog title={t('versions.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {versions.isPending ? <SkeletonText lines={4} /> : null}
      {versions.isError ? <ErrorState onRetry={() => void versions.refetch()} /> : null}
      {versions.data?.length === 0 ? <p className="muted">{none}</p> : null}
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
                {t('compare.title')}
              </Button>
              <Button size="sm" onPress={() => restore(version)}>
                {t('versions.restore')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
