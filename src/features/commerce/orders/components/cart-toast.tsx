import { CircleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/layout/class-names.ts';
import type { CouponMessage } from './coupon-check.ts';

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
