import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import { orderLineOf } from '../../offers/rules.ts';
import type { Cart, OrderQuote, QuoteRequest } from '../../schema.ts';
import { isShown } from '../rules.ts';
import { TaxRows } from './tax-rows.tsx';

type QuotedTaxProps = {
  cart: Cart;
  /** The form of the checkout, whose address decides about the tax. */
  form: RefObject<HTMLFormElement | null>;
  quote: OrderQuote | null;
  onQuote: (quote: OrderQuote) => void;
};

/** Why there is no tax yet. */
const MISSING: Record<string, string> = { country_missing: 'tax.chooseCountry', region_missing: 'tax.chooseRegion' };

/** The tax of a cart for the address in the form, as the server computes it: asked for again with each change of either. */
export function QuotedTax({ cart, form, quote, onQuote }: QuotedTaxProps) {
  const { t } = useTranslation('orders');
  const last = useRef('');
  useEffect(() => {
    const ask = (event?: Event) => {
      const request = requestOf(cart, form.current);
      // What is asked again on purpose is no change of a field.
      if (JSON.stringify(request) === last.current && event?.target !== form.current) return;
      last.current = JSON.stringify(request);
      void quoteOf(request).then((next) => {
        if (next && last.current === JSON.stringify(request)) onQuote(next);
      });
    };
    ask();
    const target = form.current;
    target?.addEventListener('change', ask);
    return () => target?.removeEventListener('change', ask);
  });
  const missing = quote ? MISSING[quote.tax_reason] : 'tax.later';
  if (!quote || missing)
    return (
      <div className="muted">
        <dt>{t(missing ?? 'tax.later')}</dt>
        <dd />
      </div>
    );
  return (
    <TaxRows lines={quote.taxes.filter(isShown)} isIncluded={quote.prices_include_tax} currency={quote.currency} />
  );
}

function requestOf({ cartItems, coupon }: Cart, form: HTMLFormElement | null): QuoteRequest {
  const data = new FormData(form ?? undefined);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    items: cartItems.map(orderLineOf),
    coupon: coupon?.name ?? null,
    currency: cartItems[0]?.currency,
    billing_address: {
      country: text('country'),
      region: text('region'),
      vat_number: text('buyer') === 'company' ? text('vat_number').slice(0, 30) : '',
    },
  };
}

/** Null where there is no answer: the order is refused at another total than the one that is shown. */
async function quoteOf(request: QuoteRequest): Promise<OrderQuote | null> {
  const headers = { 'content-type': 'application/json' };
  const response = await call(paths.quoteOrder(), { method: 'POST', headers, body: JSON.stringify(request) }).catch(
    () => null,
  );
  const body = response?.ok ? ((await response.json().catch(() => null)) as { quote?: OrderQuote } | null) : null;
  return body?.quote ?? null;
}
