import { Check, Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cartStore, useCart } from './cart-store.ts';
import type { CouponMessage } from './coupon-check.ts';

const CouponForm = lazy(async () => ({ default: (await import('./coupon-form.tsx')).CouponForm }));

/**
 * The coupon field of the cart and the checkout, opened by its button. A valid coupon is stored in the cart, and the field
 * closes.
 */
export function CouponBox({ onMessage }: { onMessage: (message: CouponMessage | null) => void }) {
  const { t } = useTranslation('orders');
  const { coupon } = useCart();
  const [isOpen, setOpen] = useState(false);
  if (coupon) return <AppliedCoupon onRemove={() => cartStore.setCoupon(null)} />;
  const button = (
    <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setOpen(true)}>
      <Tag aria-hidden="true" size={16} />
      {t('cart.addCoupon')}
    </button>
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <CouponForm onMessage={onMessage} onApplied={() => setOpen(false)} />
    </Suspense>
  );
}

function AppliedCoupon({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('orders');
  const { coupon } = useCart();
  if (!coupon) return null;
  return (
    <div className="field">
      <span className="field-label">{t('cart.coupon')}</span>
      <div className="flex gap-2">
        <div className="input is-valid flex-1">
          <Tag aria-hidden="true" size={16} className="is-good" />
          <b className="flex-1" dir="ltr">
            {coupon.name}
          </b>
          <Check aria-hidden="true" size={16} className="is-good" />
        </div>
        <button
          type="button"
          className="btn btn-line"
          aria-label={t('cart.removeCoupon', { name: coupon.name })}
          onClick={onRemove}
        >
          {t('cart.remove')}
        </button>
      </div>
    </div>
  );
}
