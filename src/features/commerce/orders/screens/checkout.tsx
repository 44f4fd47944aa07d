import { Infinity as Endless, Mail, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRouteLoaderData } from 'react-router';
import { useSession } from '#base/browser/session.ts';
import { useAccount } from '#base/browser/site.tsx';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { getCurrency, listProductsOnSale } from '#features/commerce/products/data.ts';
import { listSignInButtons } from '#features/platform/members/providers/data.ts';
import type { SiteOptions } from '#features/platform/options/data.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { fileAttributes, useCanLoad } from '#ui/display/file-consent.ts';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, Note } from '#ui/display/states.tsx';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { cartItemOf } from '../components/add-to-cart-button.tsx';
import { CartLines, CartTotals } from '../components/cart-lines.tsx';
import { cartStore, useCart } from '../components/cart-store.ts';
import { CouponBox, type CouponMessage } from '../components/coupon-box.tsx';
import { hasKeptCourses, totalsOf } from '../rules.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { useCheckout } from './use-checkout.ts';
import { useFreshCart } from './use-fresh-cart.ts';

export const handle: RouteHandle = { isBare: true };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Loads the account's currency and the product of `?add=`, which a link adds to the cart. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  const db = context.get(dbContext);
  const productId = new URL(request.url).searchParams.get('add') ?? '';
  const [currency, providers, products] = await Promise.all([
    getCurrency(db, account.account_id),
    listSignInButtons(db, account.account_id),
    listProductsOnSale(db, account.account_id, UUID.test(productId) ? [productId] : []),
  ]);
  return { currency, providers, added: products[0] ? cartItemOf(products[0], currency) : null };
}

export default function CheckoutScreen() {
  const { t } = useTranslation('orders');
  const { currency, added } = useLoaderData<typeof loader>();
  const account = useAccount();
  const navigate = useNavigate();
  const isAlive = useHydrated();
  const { isKnown: isSessionKnown } = useSession();
  useEffect(() => {
    if (!added) return;
    cartStore.add(added, account.account_id);
    void navigate(paths.checkout(), { replace: true });
  }, [added, account.account_id, navigate]);
  return (
    <div className="site grid min-h-dvh content-start bg-base-100 lg:grid-cols-2 lg:content-stretch">
      <title>{t('checkout.title')}</title>
      {isAlive && isSessionKnown ? (
        <CheckoutBody currency={currency} />
      ) : (
        <main className="w-full max-w-152 justify-self-end p-6 lg:px-16 lg:py-10">
          <Brand />
          <h1 className="hd d-32 my-8">{t('checkout.title')}</h1>
          <SkeletonList rows={4} hasMedia={false} />
        </main>
      )}
    </div>
  );
}

function Brand() {
  const root = useRouteLoaderData('root') as { look: SiteOptions } | undefined;
  const settings = root?.look.settings;
  const mayLoad = useCanLoad();
  return (
    <a className="brand" href={paths.home()}>
      {settings?.icon ? (
        <img {...fileAttributes(mayLoad, { src: settings.icon })} alt="" width={32} height={32} />
      ) : null}
      {settings?.sitetitle}
    </a>
  );
}

/** The left column on a desktop; full width on a phone. */
const LEFT = 'w-full max-w-152 justify-self-center p-6 lg:col-start-1 lg:justify-self-end lg:px-16';

function CheckoutBody({ currency }: { currency: string }) {
  const { t } = useTranslation('orders');
  const cart = useCart();
  const totals = totalsOf(cart);
  const checkout = useCheckout();
  const { changes: cartChanges } = useFreshCart(currency);
  const { session } = useSession();
  const closeToast = useRef(() => {});
  /** Shows one message at a time: closes the previous one. */
  function showCouponMessage(message: CouponMessage | null) {
    closeToast.current();
    if (message) closeToast.current = (message.isError ? showError : showToast)(t(message.key));
  }
  const notes = (
    <>
      {cartChanges.removedTitles.map((title) => (
        <Note key={title} tone="warning">
          {t('checkout.gone', { title })}
        </Note>
      ))}
      {cartChanges.hasNewPrices ? <Note tone="info">{t('checkout.changed')}</Note> : null}
    </>
  );
  if (!totals) {
    // The order is placed and the next page is loading.
    if (checkout.isPlacing) return <main className="p-6" aria-busy="true" />;
    return (
      <main className="col-span-full grid content-start gap-8 p-6 lg:px-16 lg:py-10">
        <Brand />
        {notes}
        <EmptyState
          isPage
          title={t('checkout.emptyTitle')}
          actions={
            <a className={buttonClass({ variant: 'primary' })} href={paths.courses()}>
              {t('checkout.toCourses')}
            </a>
          }
        >
          {t('checkout.emptyText')}
        </EmptyState>
      </main>
    );
  }
  return (
    // DOM order is reading order: title, items, contact. On a desktop the order summary is beside the form.
    <main className="col-span-full grid content-start gap-y-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:content-stretch lg:gap-y-0">
      <div className={`${LEFT} grid gap-8 pb-0 lg:pt-10`}>
        <Brand />
        <h1 className="hd d-32">{t('checkout.title')}</h1>
        {notes}
      </div>
      <section
        aria-label={t('checkout.order')}
        className="border-y border-(--line) bg-base-200 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:border-s lg:border-y-0"
      >
        <div className="mx-auto grid max-w-xl gap-7 p-6 lg:mx-0 lg:px-16 lg:pt-28">
          <h2 className="text-base font-semibold">{t('checkout.order')}</h2>
          <CartLines items={cart.cartItems} person={session?.user.id ?? null} />
          {cart.cartItems.some(({ frequency }) => frequency !== null) ? (
            <p className="help">{t('checkout.byHand')}</p>
          ) : null}
          <CouponBox onMessage={showCouponMessage} />
          <div className="border-t border-(--line-2) pt-6">
            <CartTotals totals={totals} coupon={cart.coupon} isLarge />
          </div>
          <ul className="muted hidden gap-3 lg:grid">
            {(
              [
                [Endless, 'checkout.keep'],
                [Mail, 'checkout.mail'],
                [ShieldCheck, 'checkout.safe'],
              ] as const
            )
              .filter(([, key]) => key !== 'checkout.keep' || hasKeptCourses(cart.cartItems))
              .map(([Icon, key]) => (
                <li key={key} className="flex items-center gap-3">
                  <Icon aria-hidden="true" size={16} />
                  {t(key)}
                </li>
              ))}
          </ul>
        </div>
      </section>
      <div className={`${LEFT} lg:pb-10`}>
        <CheckoutForm checkout={checkout} totals={totals} />
      </div>
    </main>
  );
}
