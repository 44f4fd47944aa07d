import { Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCart } from './cart-store.ts';
import type { CouponMessage } from './coupon-check.ts';

/** Lazy: few carts have a coupon. */
const AppliedCoupon = lazy(async () => ({ default: (await import('./applied-coupon.tsx')).AppliedCoupon }));
const CouponForm = lazy(async () => ({ default: (await import('./coupon-form.tsx')).CouponForm }));

/**
 * The coupon field of the cart and the checkout, opened by its button. A valid coupon is stored in the cart, and the field
 * closes.
 */
export function CouponBox({ onMessage }: { onMessage: (message: CouponMessage | null) => void }) {
  const { t } = useTranslation('orders');
  const { coupon } = useCart();
  const [isOpen, setOpen] = useState(false);
  if (coupon) {
    return (
      <Suspense>
        <AppliedCoupon name={coupon.name} />
      </Suspense>
    );
  }
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
