import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { PAGE_SIZE } from '../data.ts';

export type PagesProps = { page: number; total: number; onPage: (page: number) => void };

/** The pages of a queue that is longer than one. */
export function Pages({ page, total, onPage }: PagesProps) {
  const { t } = useTranslation('assignments');
  const last = Math.ceil(total / PAGE_SIZE);
  if (last < 2 && page === 1) return null;
  return (
    <nav aria-label={t('queue.pages')} className="row flex-wrap">
      <Button size="sm" isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        {t('queue.pageBefore')}
      </Button>
      <span className="help num">{t('queue.place', { number: page, total: Math.max(last, page) })}</span>
      <Button size="sm" isDisabled={page >= last} onPress={() => onPage(page + 1)}>
        {t('queue.pageAfter')}
      </Button>
    </nav>
  );
}
