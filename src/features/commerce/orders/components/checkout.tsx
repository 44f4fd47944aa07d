import { Infinity as Endless, Lock, Mail } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { type SiteBranding, SiteProvider, useSite } from '#base/browser/site.tsx';
import type { PaymentOption } from '#features/commerce/payments/data.ts';
import type { TaxTerms } from '#features/commerce/tax/schema.ts';
import type { SignInProvider } from '#features/platform/members/providers/rules.ts';
import { paths } from '#paths';
import { fileAttributes, useCanLoad } from '#ui/display/file-consent.ts';
import { InBrowser } from '#ui/layout/in-browser.tsx';
import { emptyCart, hasKeptCourses, type Totals, totalsOf, withItem, withTax } from '../rules.ts';
import type { Cart, CartItem, OrderQuote } from '../schema.ts';
import { CartLines, CartTotals } from './cart-lines.tsx';
import { cartStore, useCart } from './cart-store.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { CouponBox } from './coupon-box.tsx';
import type { CartChanges } from './fresh-items.ts';
import { useCartToast } from './use-cart-toast.ts';
import { useCheckout } from './use-checkout.ts';
import { useFreshCart } from './use-fresh-cart.ts';

/** Lazy: nothing is said before a coupon is entered. */
const CartToast = lazy(async () => ({ default: (await import('./cart-toast.tsx')).CartToast }));

/** Lazy: whoever comes here has something in their cart, and what is bought seldom changes in between. */
const EmptyCart = lazy(async () => ({ default: (await import('./cart-notes.tsx')).EmptyCart }));
const CartChangeNotes = lazy(async () => ({ default: (await import('./cart-notes.tsx')).CartChangeNotes }));
/** Few shops collect tax. */
const QuotedTax = lazy(async () => ({ default: (await import('../taxes/components/quoted-tax.tsx')).QuotedTax }));
/** Few carts need them, and nobody has credit without a session. */
const OrderExtras = lazy(async () => ({
  default: (await import('../offers/components/order-extras.tsx')).OrderExtras,
}));
/** Few shops offer something beside the cart. */
const OrderBumps = lazy(async () => ({ default: (await import('../upsells/components/order-bumps.tsx')).OrderBumps }));

export type CheckoutProps = {
  face: SiteBranding;
  currency: string;
  providers: readonly SignInProvider[];
  /** By which providers this shop can be paid. */
  payments: readonly PaymentOption[];
  /** A product that the page's address adds to the cart. */
  added: CartItem | null;
  /** Whether prices include tax, exclude it, or there is none. */
  tax: TaxTerms;
  /** Whether the shop offers a reminder of the cart. */
  reminds: boolean;
};

/** The checkout. Until it is hydrated it shows the form, and of the order what its address names. */
export function Checkout({ face, ...props }: CheckoutProps) {
  return (
    <SiteProvider site={useSite()} face={face}>
      <CheckoutBody face={face} {...props} />
    </SiteProvider>
  );
}

/** The cart of this browser; on the server and during hydration what the address adds to it, if anything. */
function useCheckoutCart(added: CartItem | null): Cart | null {
  const { account } = useSite();
  const stored = useCart();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (added) {
      cartStore.add(added, account.account_id);
      history.replaceState(history.state, '', paths.checkout() + location.hash);
    }
    setRead(true);
  }, [added, account.account_id]);
  if (isRead) return stored;
  return added && withItem(emptyCart, added);
}

/** The left column on a desktop; full width on a phone. */
const LEFT = 'w-full max-w-152 justify-self-center p-6 lg:col-start-1 lg:justify-self-end lg:px-16';

function CheckoutBody({ face, currency, providers, payments, added, tax, reminds }: CheckoutProps) {
  const { t } = useTranslation('orders');
  const cart = useCheckoutCart(added);
  const [quote, setQuote] = useState<OrderQuote | null>(null);
  const totals = cart && withTax(totalsOf(cart), quote);
  const [credit, setCredit] = useState(0);
  const { changes, refresh } = useFreshCart(currency);
  // A trial costs nothing yet, and what follows it is taxed where its buyer is.
  const needsAddress = totals?.total !== 0 || cart?.cartItems.some(({ price }) => price?.renewal_amount) === true;
  const checkout = useCheckout({ totals, needsAddress, refresh });
  const notes = <ChangeNotes changes={changes} />;
  if (cart && !totals) {
    // The order is placed and the next page is loading.
    if (checkout.isPlacing) return <main id="content" className="p-6" aria-busy="true" />;
    return (
      <main id="content" className="col-span-full grid content-start gap-8 p-6 lg:px-16 lg:py-10">
        <Brand {...face} />
        {notes}
        <Suspense>
          <EmptyCart />
        </Suspense>
      </main>
    );
  }
  return (
    // DOM order is reading order: title, items, contact. On a desktop the order summary is beside the form.
    <main
      id="content"
      className="col-span-full grid content-start gap-y-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:content-stretch lg:gap-y-0"
    >
      <div className={`${LEFT} grid gap-8 pb-0 lg:pt-10`}>
        <Brand {...face} />
        <h1 className="hd d-32">{t('checkout.title')}</h1>
        {notes}
      </div>
      <Order cart={cart} totals={totals} currency={currency} changes={changes} onCredit={setCredit}>
        {cart && tax !== 'none' ? (
          <InBrowser>
            <QuotedTax cart={cart} form={checkout.fields.form} quote={quote} onQuote={setQuote} />
          </InBrowser>
        ) : null}
      </Order>
      <div className={`${LEFT} lg:pb-10`}>
        <CheckoutForm
          checkout={checkout}
          totals={lessCredit(totals, credit)}
          quote={quote}
          providers={providers}
          payments={payments}
          reminds={reminds}
        />
      </div>
    </main>
  );
}

/** What has changed in the cart since it was filled, if anything. */
function ChangeNotes({ changes }: { changes: CartChanges }) {
  const { removedTitles, unavailable, hasNewPrices } = changes;
  if (!hasNewPrices && removedTitles.length + unavailable.length === 0) return null;
  return (
    <Suspense>
      <CartChangeNotes changes={changes} />
    </Suspense>
  );
}

/** What is left to pay. */
function lessCredit(totals: Totals | null, credit: number): Totals | null {
  return totals && { ...totals, total: totals.total - credit };
}

function Brand({ title, icon }: SiteBranding) {
  const mayLoad = useCanLoad();
  return (
    <a className="brand" href={paths.home()}>
      {icon ? <img {...fileAttributes(mayLoad, { src: icon })} alt="" width={32} height={32} /> : null}
      {title}
    </a>
  );
}

/** What is bought, and what it costs; null while the cart is read. */
type OrderProps = {
  cart: Cart | null;
  totals: Totals | null;
  currency: string;
  changes: CartChanges;
  onCredit: (credit: number) => void;
  /** Its tax. */
  children: ReactNode;
};

function Order({ cart, totals, currency, changes, onCredit, children }: OrderProps) {
  const { t } = useTranslation('orders');
  const { session } = useSession();
  const toast = useCartToast();
  const { currencies, offers } = changes;
  return (
    <section
      aria-label={t('checkout.order')}
      className="border-y border-(--line) bg-base-200 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:border-s lg:border-y-0"
    >
      {/* In sight beside the button too, which stands at the end of a form longer than a window. */}
      <div className="top-0 mx-auto grid max-w-xl gap-7 p-6 lg:sticky lg:mx-0 lg:px-16 lg:pt-28">
        <h2 className="text-base font-semibold">{t('checkout.order')}</h2>
        {cart && totals ? (
          <>
            <CartLines items={cart.cartItems} person={session?.user.id ?? null} />
            {offers.length > 0 ? (
              <Suspense>
                <OrderBumps offers={offers} />
              </Suspense>
            ) : null}
            <CouponBox onMessage={toast.show} />
            <div className="border-t border-(--line-2) pt-6">
              <CartTotals totals={totals} coupon={cart.coupon} isLarge>
                {children}
              </CartTotals>
            </div>
            {session || currencies.length > 1 || cart.cartItems.some(({ frequency }) => frequency) ? (
              <InBrowser>
                <OrderExtras
                  items={cart.cartItems}
                  currencies={currencies}
                  totals={totals}
                  onCredit={session && onCredit}
                />
              </InBrowser>
            ) : null}
            <Promises isKept={hasKeptCourses(cart.cartItems)} />
          </>
        ) : (
          <UnreadCart currency={currency} />
        )}
      </div>
      {toast.message ? (
        <div className="toasts">
          <Suspense>
            <CartToast message={toast.message} onClose={() => toast.show(null)} />
          </Suspense>
        </div>
      ) : null}
    </section>
  );
}

/** Takes the place of a cart with one item until it is read, in the same markup, so that nothing moves. */
function UnreadCart({ currency }: { currency: string }) {
  const item: CartItem = {
    id: '',
    title: '\u00a0',
    image: 'data:,',
    quantity: 1,
    type: 'course',
    amount: 0,
    currency,
    frequency: null,
  };
  const totals = totalsOf(withItem(emptyCart, item));
  return (
    <div className="invisible grid gap-7" aria-hidden="true">
      <CartLines items={[item]} />
      <button type="button" className="btn btn-quiet justify-self-start" disabled>
        {'\u00a0'}
      </button>
      <div className="border-t border-(--line-2) pt-6">
        {totals ? <CartTotals totals={totals} coupon={null} isLarge /> : null}
      </div>
      <Promises isKept />
    </div>
  );
}

function Promises({ isKept }: { isKept: boolean }) {
  const { t } = useTranslation('orders');
  const { session } = useSession();
  const promises = [
    [Endless, 'checkout.keep'],
    [Mail, 'checkout.mail'],
    [Lock, 'checkout.safe'],
  ] as const;
  return (
    <ul className="muted hidden gap-3 lg:grid">
      {promises
        .filter(([, key]) => key !== 'checkout.keep' || isKept)
        // Who signed up by phone has no address to write to.
        .filter(([, key]) => key !== 'checkout.mail' || !session || Boolean(session.user.email))
        .map(([Icon, key]) => (
          <li key={key} className="flex items-center gap-3">
            <Icon aria-hidden="true" size={16} />
            {t(key)}
          </li>
        ))}
    </ul>
  );
}
