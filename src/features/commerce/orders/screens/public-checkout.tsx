import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteBranding } from '#base/browser/site.tsx';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { listPaymentOptions } from '#features/commerce/payments/data.ts';
import { getCurrency, listProductsOnSale } from '#features/commerce/products/data.ts';
import { getTaxTerms } from '#features/commerce/tax/data.ts';
import { listSignInButtons } from '#features/platform/members/providers/data.ts';
import { Island } from '#ui/layout/island.tsx';
import { remindsOfCarts } from '../carts/data.ts';
import { Checkout } from '../components/checkout.tsx';
import { cartItemOf } from '../offers/rules.ts';

// The cart is in the visitor's browser, so the page is the same for everybody.
export const handle: RouteHandle = { isPublic: true, isBare: true, queryKeys: ['add'] };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Loads the account's currency and the product of `?add=`, which a link adds to the cart. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  const db = context.get(dbContext);
  const productId = new URL(request.url).searchParams.get('add') ?? '';
  const [currency, providers, products, payments, tax, reminds] = await Promise.all([
    getCurrency(db, account.account_id),
    listSignInButtons(db, account.account_id),
    listProductsOnSale(db, account.account_id, UUID.test(productId) ? [productId] : []),
    listPaymentOptions(db, account.account_id),
    getTaxTerms(db, account.account_id),
    remindsOfCarts(db, account.account_id),
  ]);
  return { currency, providers, payments, tax, reminds, added: products[0] ? cartItemOf(products[0], currency) : null };
}

export default function CheckoutScreen() {
  const { t } = useTranslation('orders');
  const { currency, providers, payments, added, tax, reminds } = useLoaderData<typeof loader>();
  const face = useSiteBranding();
  return (
    <>
      <title>{t('checkout.title')}</title>
      <meta name="robots" content="noindex" />
      <Island
        name="checkout"
        className="site grid min-h-dvh content-start bg-base-100 lg:grid-cols-2 lg:content-stretch"
        component={Checkout}
        props={{ face, currency, providers, payments, added, tax, reminds }}
        when="visible"
        isFirst
        strings={[
          ...checkoutTexts,
          ...(face.doors.hasPhone ? ['phones'] : []),
          ...(payments.some(({ provider }) => provider !== 'offline') ? ['payments'] : []),
        ]}
      />
    </>
  );
}

const checkoutTexts = ['orders', 'members', 'ui'];
