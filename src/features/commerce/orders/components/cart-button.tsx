import { ShoppingCart, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { LaterPayments } from '../prices/components/later-payments.tsx';
import { countOf, totalsOf } from '../rules.ts';
import { CartLines, CartTotals } from './cart-lines.tsx';
import { useCart } from './cart-store.ts';
import { CartToast } from './cart-toast.tsx';
import { CouponBox } from './coupon-box.tsx';
import type { CouponMessage } from './coupon-check.ts';
import { useCartToast } from './use-cart-toast.ts';

const CartTax = lazy(async () => ({ default: (await import('../taxes/components/cart-tax.tsx')).CartTax }));

/** The cart in the header: item count and the modal with the items. The modal opens only when the cart has items. */
export function CartButton() {
  const { t } = useTranslation('orders');
  const count = countOf(useCart());
  const [isOpen, setOpen] = useState(false);
  const { message, show: setMessage } = useCartToast();
  const toast = message ? <CartToast message={message} onClose={() => setMessage(null)} /> : null;
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-icon relative"
        aria-haspopup="dialog"
        onClick={() => (count > 0 ? setOpen(true) : setMessage({ key: 'cart.empty', isError: false }))}
      >
        <ShoppingCart aria-hidden="true" size={20} />
        <span className="vh">{t('cart.title')}</span>
        <span className="count absolute top-0 end-0" data-cart-count="" hidden={count === 0} suppressHydrationWarning>
          {count > 99 ? '99+' : count}
        </span>
      </button>
      {isOpen ? (
        <CartModal onClose={() => setOpen(false)} onMessage={setMessage}>
          {toast}
        </CartModal>
      ) : (
        toast && <div className="toasts">{toast}</div>
      )}
    </>
  );
}

function CartModal({
  onClose,
  onMessage,
  children,
}: {
  onClose: () => void;
  onMessage: (message: CouponMessage | null) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('orders');
  const cart = useCart();
  const totals = totalsOf(cart);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; a click beside it does the same
    <dialog
      ref={dialog}
      className="pop panel fixed inset-y-0 start-auto end-0 m-0 max-h-none backdrop:bg-black/40"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className="panel-head">
        <h2 id={id} className="dialog-title">
          {t('cart.title')}
        </h2>
        <button type="button" className="btn btn-quiet btn-icon" aria-label={t('cart.close')} onClick={close}>
          <X aria-hidden="true" size={20} />
        </button>
      </div>
      <div className="panel-body grid content-start gap-6">
        {totals ? <CartLines items={cart.cartItems} /> : <p className="muted">{t('cart.empty')}</p>}
        {totals ? <CouponBox onMessage={onMessage} /> : null}
        {totals ? <CartTotals totals={totals} coupon={cart.coupon} /> : null}
        <Suspense>
          <CartTax />
        </Suspense>
        <LaterPayments items={cart.cartItems} />
      </div>
      {children && <div className="px-5 pb-3">{children}</div>}
      {totals ? (
        <div className="panel-foot">
          <a className="btn btn-primary btn-lg btn-block" href={paths.checkout()}>
            {t('cart.proceed')}
          </a>
        </div>
      ) : null}
    </dialog>
  );
}
