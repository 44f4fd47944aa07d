import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { Captions } from '../rules.ts';

/** The dialog while captions are loaded, or where they can't be read. */
export function LoadingCaptions({ query, onClose }: { query: UseQueryResult<Captions | null>; onClose: () => void }) {
  const { t } = useTranslation('courses');
  return (
    <Dialog title={t('captions.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonText lines={4} /> : null}
      {query.data === null ? <Note tone="error">{t('captions.unreadable')}</Note> : null}
    </Dialog>
  );
}
