import { Check, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cartStore } from './cart-store.ts';

/** The coupon of the cart, and the button that removes it. */
export function AppliedCoupon({ name }: { name: string }) {
  const { t } = useTranslation('orders');
  return (
    <div className="field">
      <span className="field-label">{t('cart.coupon')}</span>
      <div className="flex gap-2">
        <div className="input is-valid flex-1">
          <Tag aria-hidden="true" size={16} className="is-good" />
          <b className="flex-1" dir="ltr">
            {name}
          </b>
          <Check aria-hidden="true" size={16} className="is-good" />
        </div>
        <button
          type="button"
          className="btn btn-line"
          aria-label={t('cart.removeCoupon', { name })}
          onClick={() => cartStore.setCoupon(null)}
        >
          {t('cart.remove')}
        </button>
      </div>
    </div>
  );
}
