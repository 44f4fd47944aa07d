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
import { listVersions, type Version } from '../data.ts';
import type { Comparison } from '../rules.ts';
import { CompareDialog } from './compare-dialog.tsx';

type VersionListProps<Content extends { title: string }> = {
  kind: string;
  id: string;
  comparison: Comparison<Content>;
  now: Content;
  onClose: () => void;
  onRestore: (content: Content) => void;
};

/**
 * Version history: one version per publication and per ten minutes of editing. Each can be compared with the current
 * draft and restored.
 */
export function VersionList<Content extends { title: string }>({
  kind,
  id,
  comparison,
  now,
  onClose,
  onRestore,
}: VersionListProps<Content>) {
  const { t } = useTranslation('publishing');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const [compared, setCompared] = useState<Version<Content> | null>(null);
  const versions = useQuery({
    queryKey: ['versions', account_id, kind, id],
    queryFn: () => listVersions<Content>(db, account_id, kind, id),
    staleTime: 0,
  });
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const timeOf = (version: Version<Content>) => at.format(new Date(version.created_at));
  const restore = (version: Version<Content>) => {
    onRestore(version.content);
    onClose();
  };
  if (compared)
    return (
      <CompareDialog
        title={t('compare.title')}
        sentence={t('compare.text', { at: timeOf(compared) })}
        comparison={comparison}
        first={now}
        second={compared.content}
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
      {versions.data?.length === 0 ? <p className="muted">{t('versions.none')}</p> : null}
      <ul className="grid grid-cols-1 gap-2">
        {versions.data?.map((version) => (
          <VersionRow
            key={version.id}
            version={version}
            time={timeOf(version)}
            onCompare={() => setCompared(version)}
            onRestore={() => restore(version)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

type VersionRowProps = {
  version: Version<{ title: string }>;
  time: string;
  onCompare: () => void;
  onRestore: () => void;
};

function VersionRow({ version, time, onCompare, onRestore }: VersionRowProps) {
  const { t } = useTranslation('publishing');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2">
      <span className="min-w-0">
        <span className="row">
          {time}
          {version.state === 'published' ? <Badge>{t('published')}</Badge> : null}
        </span>
        <span className="quiet" dir="auto">
          {[version.content.title, version.by].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="row">
        <Button size="sm" variant="quiet" onPress={onCompare}>
          {t('compare.title')}
        </Button>
        <Button size="sm" onPress={onRestore}>
          {t('versions.restore')}
        </Button>
      </span>
    </li>
  );
}
