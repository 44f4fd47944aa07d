import type { Checkout } from './use-checkout.ts';

/** What a text field is given: its own, and what was typed before the page was loaded again. */
export function fieldsOf({ fields, typed }: Checkout) {
  return (name: 'name' | 'company' | 'street' | 'postcode' | 'city' | 'vat_number') => ({
    ...fields.field(name),
    defaultValue: typed[name],
  });
}
