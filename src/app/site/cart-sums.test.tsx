import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { CartLines, CartTotals } from '#features/commerce/orders/components/cart-lines.tsx';
import { totalsOf } from '#features/commerce/orders/rules.ts';
import type { Cart, CartItem } from '#features/commerce/orders/schema.ts';
import { createTranslations } from '../i18n/translations.ts';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: '', anon_key: '' },
  assets: { site_script: '' },
};

/** The amounts of a cart in the order in which they stand: its lines, subtotal, discount and total. */
function shownSums(cart: Cart): string[] {
  const totals = totalsOf(cart);
  if (!totals) return [];
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={createTranslations()('en')}>
      <SiteProvider site={site}>
        <CartLines items={cart.cartItems} />
        <CartTotals totals={totals} coupon={cart.coupon} />
        <CartTotals totals={totals} coupon={cart.coupon} isLarge />
      </SiteProvider>
    </I18nextProvider>,
  );
  return [...html.matchAll(/>(-?[^<>\d-]{1,5}[\d.,]+)</g)].map(([, sum]) => sum ?? '');
}

const item = (amount: number, currency: string): CartItem => ({
  id: '00000000-0000-7000-8000-000000000001',
  title: 'Light',
  image: null,
  quantity: 1,
  type: 'course',
  amount,
  currency,
  frequency: null,
});
const fifth = { name: 'FIFTH', discount_type: 'percentage' as const, coupon_amount: 20, product_ids: [] };

test.each([
  ['EUR', 4_950, ['€49.50'], ['€49.50', '-€9.90', '€39.60']],
  ['EUR', 5_000, ['€50'], ['€50', '-€10', '€40']],
  ['KWD', 12_345, ['KWD\u00a012.345'], ['KWD\u00a012.345', '-KWD\u00a02.469', 'KWD\u00a09.876']],
  ['JPY', 1_999, ['¥1,999'], ['¥1,999', '-¥400', '¥1,599']],
])('whole amounts of a cart show no fraction, others their currency’s: %s %i', (currency, amount, line, totals) => {
  expect(shownSums({ cartItems: [item(amount, currency)], coupon: fifth })).toEqual([...line, ...totals, ...totals]);
});
