import { Check, Play, ShoppingCart } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import type { Site } from '#base/shared/site.ts';
import { paths } from '#paths';
import { classNames } from '#ui/layout/class-names.ts';
import { isAtSamePrice } from '../rules.ts';
import type { CartItem } from '../schema.ts';
import { cartStore, useCart } from './cart-store.ts';
import { useOwned } from './use-owned.ts';
import { usePaidUntil } from './use-paid-until.ts';

export type AddToCartProps = { item: CartItem; look?: 'primary' | 'line'; isBlock?: boolean };

/**
 * Adds an item to the cart; once added, links to the checkout. Someone who already owns it gets a link to the course instead,
 * someone who has paid for a time sees until when, and pays for the next period, or finds the order of it where it renews.
 * Without JavaScript it is a link to the checkout that names the product.
 */
export function AddToCartButton({ item, look = 'primary', isBlock }: AddToCartProps) {
  const { t } = useTranslation('orders');
  const site = useSite();
  const { locale } = site;
  const isIn = useCart().cartItems.some((line) => isAtSamePrice(line, item));
  const course = useOwned([item.id]).get(item.id);
  const paid = usePaidUntil(item.id, item.frequency !== null);
  const onClick = (event: MouseEvent) => {
    if (isIn || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    cartStore.add(item, site.account.account_id);
    // A cart is in one currency.
    if (cartStore.read().cartItems.some(({ currency }) => currency !== item.currency)) void convertCart(site, item);
  };
  const className = classNames('btn btn-lg', look === 'primary' ? 'btn-primary' : 'btn-line', isBlock && 'btn-block');
  if (course) {
    return (
      <>
        <a className={className} href={paths.player(course)}>
          <Play aria-hidden="true" size={18} />
          {t('cart.toCourse')}
        </a>
        <p className="help mt-2" role="status">
          {t('cart.owned', { title: item.title })}
        </p>
      </>
    );
  }
  const Icon = isIn ? Check : ShoppingCart;
  return (
    <>
      {paid?.renews ? (
        <a className={className} href={paths.orders()}>
          {t('thanks.orders')}
        </a>
      ) : (
        <a className={className} href={isIn ? paths.checkout() : paths.checkout(item.id)} onClick={onClick}>
          <Icon aria-hidden="true" size={18} />
          {t(isIn ? 'cart.inCart' : paid ? nextPeriodKey(item) : 'cart.add')}
        </a>
      )}
      {paid ? (
        <p className="help mt-2" role="status">
          {t('cart.paidUntil', { date: dateFormat(locale, { dateStyle: 'long' }).format(new Date(paid.until)) })}
        </p>
      ) : null}
      <span className="vh" role="status">
        {isIn ? t('cart.added', { title: item.title }) : ''}
      </span>
    </>
  );
}

async function convertCart(site: Site, { currency }: CartItem): Promise<void> {
  const { refreshCart } = await import('./fresh-items.ts');
  const ids = cartStore.read().cartItems.map(({ id }) => id);
  await refreshCart(site, { selected: currency, ofSite: currency }, ids, () => true).catch(() => null);
}

/** Only a single month is named; any other period is `next`. */
function nextPeriodKey({ frequency }: CartItem): string {
  return frequency?.value === 1 && frequency.parameter === 'month' ? 'cart.nextMonth' : 'cart.nextPeriod';
}
