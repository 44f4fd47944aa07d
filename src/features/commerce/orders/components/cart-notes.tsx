import { useTranslation } from 'react-i18next';
import { AuthNote } from '#features/platform/members/components/auth-form.tsx';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import type { CartChanges } from './fresh-items.ts';

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

/** What has changed in a cart since its items were added. */
export function CartChangeNotes({ changes }: { changes: CartChanges }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {changes.removedTitles.map((title) => (
        <AuthNote key={title} tone="warning">
          {t('checkout.gone', { title })}
        </AuthNote>
      ))}
      {changes.unavailable.map((item) => (
        <AuthNote key={item.title} tone="warning">
          {t('options.noCurrency', item)}
        </AuthNote>
      ))}
      {changes.hasNewPrices ? <AuthNote tone="info">{t('checkout.changed')}</AuthNote> : null}
    </>
  );
}
