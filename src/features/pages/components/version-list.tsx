import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { ErrorState } from '#ui/states.tsx';
import { listVersions } from '../data.ts';
import type { PageData } from '../rules.ts';

/** What a page was each time it was published; any of it may be taken up again as the draft. */
export function VersionList({
  pageId,
  isOpen,
  onOpenChange,
  onRestore,
}: {
  pageId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onRestore: (data: PageData) => void;
}) {
  const { t } = useTranslation('pages');
  const wire = useWire();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const versions = useQuery({
    queryKey: ['pages', account_id, 'versions', pageId],
    queryFn: () => listVersions(wire, account_id, pageId),
    enabled: isOpen,
    staleTime: 0,
  });
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Dialog title={t('builder.versions')} isOpen={isOpen} onOpenChange={onOpenChange}>
      {versions.isPending ? <SkeletonText lines={4} /> : null}
      {versions.isError ? <ErrorState onRetry={() => void versions.refetch()} /> : null}
      {versions.data?.length === 0 ? <p className="muted">{t('builder.noVersions')}</p> : null}
      <ul className="grid gap-2">
        {versions.data?.map((version) => (
          <li key={version.id} className="flex items-center justify-between gap-4 border-b border-line pb-2">
            <span>
              <span className="block">{at.format(new Date(version.created_at))}</span>
              <span className="quiet">{version.title}</span>
            </span>
            <Button
              size="sm"
              onPress={() =>
                onRestore({
                  ...version.data,
                  root: {
                    props: {
                      title: version.title,
                      description: version.settings.description ?? '',
                      isHidden: version.settings.isHidden ?? false,
                    },
                  },
                })
              }
            >
              {t('builder.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
