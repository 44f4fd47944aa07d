import { CircleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/layout/class-names.ts';
import type { CouponMessage } from './coupon-check.ts';

const TOAST_MS = 5000;

/** One message at a time: the next one replaces it, and null closes it. */
export function useCartToast(): { message: CouponMessage | null; show: (message: CouponMessage | null) => void } {
  const [message, show] = useState<CouponMessage | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => show(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return { message, show };
}

/** Shows the result of a coupon check, without the toasts of the UI kit, which are too large for a public page. */
export function CartToast({ message, onClose }: { message: CouponMessage; onClose: () => void }) {
  const { t } = useTranslation('orders');
  return (
    <div className={classNames('toast', message.isError && 'toast-error')} role={message.isError ? 'alert' : 'status'}>
      {message.isError ? <CircleAlert aria-hidden="true" size={16} /> : null}
      <span className="toast-text">{t(message.key)}</span>
      <button type="button" className="toast-close" aria-label={t('cart.closeMessage')} onClick={onClose}>
        <X aria-hidden="true" size={16} />
      </button>
    </div>
  );
}
