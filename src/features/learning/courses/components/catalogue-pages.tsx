import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/buttons/button-class.ts';

type CataloguePagesProps = { page: number; pages: number; hrefOf: (page: number) => string };

/** Links to the neighbouring pages of a public list; nothing where it has one page. */
export function CataloguePages({ page, pages, hrefOf }: CataloguePagesProps) {
  const { t } = useTranslation('courses');
  if (pages < 2) return null;
  return (
    <nav className="mt-12 flex items-center justify-center gap-4" aria-label={t('catalogue.pages')}>
      {page > 1 ? (
        <a className={buttonClass({ size: 'lg' })} rel="prev" href={hrefOf(page - 1)}>
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          {t('catalogue.previous')}
        </a>
      ) : null}
      <span className="text-sm text-ink-2">{t('catalogue.page', { page, pages })}</span>
      {page < pages ? (
        <a className={buttonClass({ size: 'lg' })} rel="next" href={hrefOf(page + 1)}>
          {t('catalogue.next')}
          <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
        </a>
      ) : null}
    </nav>
  );
}
