import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { listProductsOnSale } from '#features/commerce/products/data.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { useAction } from '#ui/fields/use-action.ts';
import { cartStore } from '../../components/cart-store.ts';
import { checkTypedCoupon } from '../../components/coupon-check.ts';
import { cartItemOf } from '../../offers/rules.ts';
import { restoreCart, stopCartReminders } from './cart-calls.ts';

export type SavedCartProps = { token: string; isStop: boolean };
type State = 'opening' | 'gone' | 'failed' | 'asking' | 'stopped';

/** Where the links of a reminder lead: puts the kept cart back and goes on to the checkout, or ends the reminders. */
export function SavedCart({ token, isStop }: SavedCartProps) {
  const { t } = useTranslation('carts');
  const site = useSite();
  const [state, setState] = useState<State>(isStop ? 'asking' : 'opening');
  const { run, isRunning } = useAction();
  const hasBegun = useRef(false);

  function open() {
    setState('opening');
    putBack(site, token).then(
      (isBack) => (isBack ? location.replace(paths.checkout()) : setState('gone')),
      () => setState('failed'),
    );
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive
  useEffect(() => {
    if (isStop || hasBegun.current) return;
    hasBegun.current = true;
    open();
  }, []);
  const stop = () =>
    run(async () => setState((await stopCartReminders(token).catch(() => false)) ? 'stopped' : 'failed'));
  return (
    <>
      <div className="grid gap-4" aria-live="polite">
        <h1 className="hd d-48">{t(`saved.${state}.title`)}</h1>
        <p className="lead">{t(`saved.${state}.text`)}</p>
      </div>
      {state === 'asking' || (state === 'failed' && isStop) ? (
        <button
          type="button"
          className={buttonClass({ variant: 'primary', size: 'xl' })}
          aria-disabled={isRunning}
          onClick={() => void stop()}
        >
          {t('saved.stop')}
        </button>
      ) : null}
      {state === 'failed' && !isStop ? (
        <button type="button" className={buttonClass({ variant: 'primary', size: 'xl' })} onClick={open}>
          {t('saved.again')}
        </button>
      ) : null}
      {state === 'gone' || state === 'stopped' ? (
        <a className="btn btn-line btn-lg" href={paths.shop()}>
          {t('saved.shop')}
        </a>
      ) : null}
    </>
  );
}

/** Puts the lines of a kept cart that are still for sale before those of this browser's cart. False where there are none. */
async function putBack(site: Site, token: string): Promise<boolean> {
  const stored = await restoreCart(token);
  if (!stored) return false;
  const products = await listProductsOnSale(
    dbOf(site),
    site.account.account_id,
    stored.lines.map(({ product_id }) => product_id),
  );
  const items = stored.lines.flatMap(({ product_id, price_id, amount, trial, quantity }) => {
    const product = products.find(({ id }) => id === product_id);
    const item = product && cartItemOf(product, stored.currency, { price_id, amount, trial });
    return item ? [{ ...item, quantity }] : [];
  });
  if (items.length === 0) return false;
  const own = cartStore.read().cartItems.filter(({ id }) => !items.some((item) => item.id === id));
  cartStore.replaceItems([...items, ...own]);
  if (stored.coupon) cartStore.setCoupon((await checkTypedCoupon(site, stored.coupon)).coupon);
  return true;
}
