import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatPercent } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { priceNote } from '#features/commerce/products/prices/rules.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { termsOf } from '../prices/rules.ts';
import type { Totals } from '../rules.ts';
import type { Cart, CartItem } from '../schema.ts';
import { cartStore } from './cart-store.ts';
import { ItemPicture } from './item-picture.tsx';
import { useOwned } from './use-owned.ts';

/** The items of a cart, each with a remove button; an item the user already owns shows a message and links to its course. */
export function CartLines({ items, person = null }: { items: readonly CartItem[]; person?: string | null }) {
  const owned = useOwned(
    items.map(({ id }) => id),
    person,
  );
  return (
    <ul className="grid gap-5">
      {items.map((item) => (
        <CartLine key={item.id} item={item} course={owned.get(item.id)} />
      ))}
    </ul>
  );
}

function CartLine({ item, course }: { item: CartItem; course: string | undefined }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const kinds = ['course', 'bundle', 'membership', 'subscription', 'physical', 'seats', 'gift'];
  return (
    <li className="flex gap-4">
      <ItemPicture image={item.image} />
      <div className="min-w-0 flex-1">
        <b className="block font-medium">
          <ContentText isApart>{item.title}</ContentText>
        </b>
        <span className="help block">
          {item.price?.label ? <ContentText>{`${item.price.label}: `}</ContentText> : null}
          {priceNote(termsOf(item), locale, t) || t(`cart.kind.${kinds.includes(item.type) ? item.type : 'digital'}`)}
          {item.quantity > 1 ? ` × ${item.quantity}` : null}
        </span>
        {course ? (
          <p className="text-sm text-error" role="alert">
            {t('cart.owned', { title: item.title })}{' '}
            <a className="link" href={paths.player(course)}>
              {t('cart.toCourse')}
            </a>
          </p>
        ) : null}
      </div>
      <div className="grid flex-none content-start justify-items-end">
        <b className="num font-medium">{formatMoney(item.amount * item.quantity, item.currency, locale)}</b>
        <button
          type="button"
          className="link help"
          aria-label={t('cart.removeItem', { title: item.title })}
          onClick={() => cartStore.remove(item.id)}
        >
          {t('cart.remove')}
        </button>
      </div>
    </li>
  );
}

type CartTotalsProps = {
  totals: Totals;
  coupon: Cart['coupon'];
  /** Adds the currency code and a large total for the checkout. */
  isLarge?: boolean;
  /** The tax. */
  children?: ReactNode;
};

/** Subtotal, discount, tax, total. */
export function CartTotals({ totals, coupon, isLarge, children }: CartTotalsProps) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const money = (minor: number) => formatMoney(minor, totals.currency, locale);
  const percent = coupon?.discount_type === 'percentage' ? formatPercent(coupon.coupon_amount, locale) : null;
  return (
    <dl className="grid gap-3 num">
      <div className="flex items-baseline justify-between gap-4">
        <dt>{t('cart.subtotal')}</dt>
        <dd>{money(totals.subtotal)}</dd>
      </div>
      {coupon ? (
        <div className="flex items-baseline justify-between gap-4 text-success">
          <dt dir="auto">{percent ? t('cart.discountPercent', { name: coupon.name, percent }) : coupon.name}</dt>
          <dd>{money(-totals.discount)}</dd>
        </div>
      ) : null}
      {children}
      <div className="flex items-baseline justify-between gap-4 border-t border-(--line) pt-4 font-semibold">
        <dt>{t('cart.total')}</dt>
        <dd className="flex items-baseline gap-2">
          {isLarge ? <span className="help">{totals.currency}</span> : null}
          <span className={isLarge ? 'hd d-32' : undefined}>{money(totals.total)}</span>
        </dd>
      </div>
    </dl>
  );
}
