import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { useLocale } from '../layout/locale.ts';

export type PaginationProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Total number of rows; omit it where counting would be slow, and pass `hasNext` instead. */
  total?: number;
  hasNext?: boolean;
  onPage: (page: number) => void;
  /** The name of the list, for screen readers: "Members". */
  label: string;
};

export function Pagination({ page, pageSize, total, hasNext, onPage, label }: PaginationProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const format = numberFormat(locale);
  const first = (page - 1) * pageSize + 1;
  const last = total === undefined ? page * pageSize : Math.min(page * pageSize, total);
  const isLast = total === undefined ? !hasNext : last >= total;
  if (page === 1 && isLast && total === undefined) return null;
  return (
    <nav className="pager" aria-label={t('pager.label', { of: label })}>
      <span aria-live="polite">
        {total === undefined
          ? t('pager.page', { page: format.format(page) })
          : t('pager.range', {
              first: format.format(total === 0 ? 0 : first),
              last: format.format(last),
              total: format.format(total),
            })}
      </span>
      <span className="row">
        <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
          {t('pager.previous')}
        </Button>
        <Button isDisabled={isLast} onPress={() => onPage(page + 1)}>
          {t('pager.next')}
        </Button>
      </span>
    </nav>
  );
}
