import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';

/** The checkout without anything to order. */
export function EmptyCart() {
  const { t } = useTranslation('orders');
  return (
    <div className="state">
      <h1 className="state-title text-xl">{t('checkout.emptyTitle')}</h1>
      <p>{t('checkout.emptyText')}</p>
      <div className="state-actions">
        <a className={buttonClass({ variant: 'primary' })} href={paths.courses()}>
          {t('checkout.toCourses')}
        </a>
      </div>
    </div>
  );
}
