import type { Shop } from './shop.ts';
import type { Person, World } from './world.ts';

/** A line as it is sold: the price of one with or without its tax, and the discount of the whole line. */
export type TaxedLine = {
  title?: string;
  amount: number;
  quantity: number;
  discount?: number;
  rate: number;
  category: string;
  name?: string;
};

export type TaxedOrder = {
  lines: TaxedLine[];
  includesTax: boolean;
  person?: Person;
  locale?: string;
  name?: string;
  address?: object;
};

/** The tax of a line, rounded to the smallest unit. */
export function taxOf({ amount, quantity, discount = 0, rate }: TaxedLine, includesTax: boolean): number {
  const price = amount * quantity - discount;
  return Math.round(includesTax ? price - price / (1 + rate / 100) : (price * rate) / 100);
}

/** A pending order with the tax of each line written into it; returns its id. */
export async function placeTaxed(world: World, shop: Shop, order: TaxedOrder): Promise<string> {
  const {
    lines,
    includesTax,
    person = 'student',
    locale = 'en',
    name = 'A Buyer',
    address = { country: 'DE' },
  } = order;
  const { id = '' } = await shop.place(person, { items: [{ product_id: shop.goods, quantity: 1 }] });
  await world.sql.transaction(async (tx) => {
    await tx.query('delete from public.order_items where order_id = $1', [id]);
    for (const [position, line] of lines.entries())
      await tx.query(
        `insert into public.order_items (account_id, order_id, product_id, title, type, quantity, amount, discount, tax, tax_rate, tax_category, tax_name, position)
         values ($1, $2, $3, $4, 'digital', $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          world.demo,
          id,
          shop.goods,
          line.title ?? `Line ${position + 1}`,
          line.quantity,
          line.amount,
          line.discount ?? 0,
          taxOf(line, includesTax),
          line.rate,
          line.category,
          line.name ?? (line.category === 'outside' ? '' : 'VAT'),
          position,
        ],
      );
    await tx.query(
      `update public.orders o set subtotal = s.subtotal, discount = s.discount, tax = s.tax, prices_include_tax = $2, tax_country = 'DE', locale = $3,
           total = s.subtotal - s.discount + case when $2 then 0 else s.tax end, customer_name = $4, billing_address = $5::jsonb
         from (select sum(i.amount * i.quantity) as subtotal, sum(i.discount) as discount, sum(i.tax) as tax from public.order_items i where i.order_id = $1) s
        where o.id = $1`,
      [id, includesTax, locale, name, JSON.stringify(address)],
    );
  });
  return id;
}
