import { CheckoutCredit } from '../../credits/components/checkout-credit.tsx';
import { LaterPayments } from '../../prices/components/later-payments.tsx';
import type { Totals } from '../../rules.ts';
import type { CartItem } from '../../schema.ts';
import { CurrencySelect } from './currency-select.tsx';

type OrderExtrasProps = {
  items: readonly CartItem[];
  currencies: readonly string[];
  totals: Totals;
  /** Told what credit of a signed-in buyer will pay; null without a session. */
  onCredit: ((credit: number) => void) | null;
};

/** What follows the total of an order: what credit pays of it, later payments, and the choice of another currency. */
export function OrderExtras({ items, currencies, totals, onCredit }: OrderExtrasProps) {
  return (
    <>
      {onCredit ? <CheckoutCredit totals={totals} onRead={onCredit} /> : null}
      <LaterPayments items={items} />
      <CurrencySelect currencies={currencies} value={totals.currency} />
    </>
  );
}
