import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { pagesWithSection } from '../data.ts';

/** Pages that use a shared section. */
export function SectionUses({ section, onClose }: { section: { id: string; title: string }; onClose: () => void }) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const uses = useQuery({
    queryKey: ['pages', account_id, 'uses', section.id],
    queryFn: () => pagesWithSection(db, section.id),
    staleTime: 0,
  });
  return (
    <Dialog
      title={t('sections.usesOf', { title: section.title })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {uses.isPending ? <SkeletonText lines={3} /> : null}
      {uses.isError ? <ErrorState onRetry={() => void uses.refetch()} /> : null}
      {uses.data?.length === 0 ? <p className="muted">{t('sections.unused')}</p> : null}
      <ul className="grid gap-2">
        {uses.data?.map((page) => (
          <li key={page.id}>
            <Link className="link" to={paths.editPage(page.slug)}>
              <bdi>{page.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
