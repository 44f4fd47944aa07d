import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { Written } from '../../data.ts';
import { listPostVersions, type PostVersion } from '../data.ts';
import { parts } from '../rules.ts';
import { CompareDialog } from './compare-dialog.tsx';

/** What a post was: each time it was published, and every ten minutes of writing. Any of it is compared with now and taken up again. */
export function VersionList({
  postId,
  now,
  onClose,
  onRestore,
}: {
  postId: string;
  now: Written;
  onClose: () => void;
  onRestore: (written: Written) => void;
}) {
  const { t } = useTranslation('posts');
  const wire = useWire();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const [compared, setCompared] = useState<PostVersion | null>(null);
  const versions = useQuery({
    queryKey: ['posts', account_id, 'versions', postId],
    queryFn: () => listPostVersions(wire, account_id, postId),
    staleTime: 0,
  });
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const timeOf = (version: PostVersion) => at.format(new Date(version.created_at));
  const restore = (version: PostVersion) => {
    onRestore(Object.fromEntries(parts.map((part) => [part, version[part]])) as Written);
    onClose();
  };
  if (compared)
    return (
      <CompareDialog
        title={t('compare.title')}
        sentence={t('compare.text', { at: timeOf(compared) })}
        one={now}
        other={compared}
        base={null}
        labels={{ one: t('compare.now'), other: timeOf(compared) }}
        takeLabels={{ one: t('compare.keep'), other: t('versions.restore') }}
        onClose={() => setCompared(null)}
        onChoose={(_, side) => (side === 'other' ? restore(compared) : setCompared(null))}
      />
    );
  return (
    <Dialog title={t('versions.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {versions.isPending ? <SkeletonText lines={4} /> : null}
      {versions.isError ? <ErrorState onRetry={() => void versions.refetch()} /> : null}
      {versions.data?.length === 0 ? <p className="muted">{t('versions.none')}</p> : null}
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
