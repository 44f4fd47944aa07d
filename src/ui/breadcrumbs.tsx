import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

export type Crumb = { label: string; href?: string };

/** The way to this screen; the last one is where one stands. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui');
  return (
    <nav aria-label={t('crumbs.label')} className="min-w-0">
      <ol className="crumbs">
        {crumbs.map((crumb, place) => {
          const isLast = place === crumbs.length - 1;
          return (
            <li key={`${crumb.href ?? ''}${crumb.label}`} title={crumb.label}>
              {crumb.href && !isLast ? (
                <Link href={crumb.href}>{crumb.label}</Link>
              ) : (
                <span className="cut" dir="auto" aria-current={isLast ? 'page' : undefined}>
                  {crumb.label}
                </span>
              )}
              {!isLast && <ChevronRight aria-hidden="true" className="flip" />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
