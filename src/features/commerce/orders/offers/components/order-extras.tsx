import { LaterPayments } from '../../prices/components/later-payments.tsx';
import type { CartItem } from '../../schema.ts';
import { CurrencySelect } from './currency-select.tsx';

/** What follows the total of an order: later payments, and the choice of another currency. */
export function OrderExtras(props: { items: readonly CartItem[]; currencies: readonly string[]; currency: string }) {
  return (
    <>
      <LaterPayments items={props.items} />
      <CurrencySelect currencies={props.currencies} value={props.currency} />
    </>
  );
}
