import type { Seed, Seeding } from '#base/server/seeding.ts';

type Bought = {
  email: string;
  name: string;
  type: 'physical' | 'seats' | 'gift';
  address: Record<string, string>;
  daysAgo: number;
};

const porto = { country: 'PT', street: 'Rua das Flores 112, 3.º', postcode: '4050-263', city: 'Porto' };
const istanbul = { country: 'TR', street: 'Moda Caddesi 41', postcode: '34710', city: 'İstanbul' };
const club = {
  country: 'GB',
  street: '7 Albion Place',
  postcode: 'LS1 6JL',
  city: 'Leeds',
  company: 'Leeds Camera Club',
};

/** A print that was sent and one that waits, seats of a camera club, and a gift on its way. */
export const seed: Seed = async (seeding) => {
  const { sql, accounts } = seeding;
  const sent = await buy(seeding, {
    email: 'student@demo.test',
    name: 'Amara Okafor',
    type: 'physical',
    address: porto,
    daysAgo: 16,
  });
  if (!sent) return;
  await sql.query(
    `insert into public.shipments (account_id, order_id, order_item_id, note, created_at)
     select account_id, order_id, id, 'CTT, DA 4711 0815 2PT', now() - interval '14 days' from public.order_items where id = $1`,
    [sent],
  );
  await buy(seeding, { email: 'member@demo.test', name: 'Elif Kaya', type: 'physical', address: istanbul, daysAgo: 1 });
  const seats = await buy(seeding, {
    email: 'parent@demo.test',
    name: 'Ngozi Okafor',
    type: 'seats',
    address: club,
    daysAgo: 12,
  });
  const people = [
    ['priya@leedscamera.test', 'Priya Nair'],
    ['oleg@leedscamera.test', 'Oleg Marchenko'],
    ['sofia@leedscamera.test', 'Sofia Lindqvist'],
  ];
  for (const [email, name] of people)
    await sql.query(
      `insert into public.vouchers (account_id, order_id, order_item_id, kind, code, email, recipient_name, sent_at, sent_count, created_at)
       select account_id, order_id, id, 'seat', private.new_voucher_code(), $2, $3, now() - interval '11 days', 1, now() - interval '11 days'
         from public.order_items where id = $1`,
      [seats, email, name],
    );
  const gift = await buy(seeding, {
    email: 'student@demo.test',
    name: 'Amara Okafor',
    type: 'gift',
    address: porto,
    daysAgo: 3,
  });
  await sql.query(
    `update public.vouchers set email = 'ines@home.test', recipient_name = 'Inês', message = 'For all the evenings on the balcony.',
         sent_at = now() - interval '2 days', sent_count = 1 where order_item_id = $1`,
    [gift],
  );
  await sql.query(`delete from private.outbox where queue in ('order-mail', 'sale-mail', 'voucher-mail')`);
  await sql.query(
    `delete from public.account_notifications where account_id = $1 and said ->> 'key' in ('orderPaid', 'orderPlaced') and created_at > $2`,
    [accounts.demo, seeding.now],
  );
};

/** A paid order of the first product of a type; the id of its line. */
async function buy({ sql, accounts }: Seeding, { email, name, type, address, daysAgo }: Bought): Promise<string> {
  const [line] = await sql.query<{ id: string; order_id: string }>(
    `with buyer as (select m.account_id, m.id, m.user_id from public.members m where m.account_id = $1 and m.email = $2),
       product as (select p.id, p.title, p.type, r.id as price_id, r.amount, r.currency
         from public.products p join public.prices r on (r.account_id, r.product_id) = (p.account_id, p.id) and r.is_active and r.currency = 'EUR'
        where p.account_id = $1 and p.type = $4 and p.status = 'published' order by p.created_at limit 1),
       counted as (update private.order_counters k set last_number = last_number + 1 where k.account_id = $1 returning last_number),
       placed as (insert into public.orders (account_id, number, user_id, member_id, email, customer_name, billing_address, currency, subtotal, total, placed_at, created_at)
         select b.account_id, k.last_number, b.user_id, b.id, $2, $3, $5::jsonb, p.currency, p.amount, p.amount,
             now() - make_interval(days => $6), now() - make_interval(days => $6)
           from buyer b, product p, counted k returning account_id, id)
     insert into public.order_items (account_id, order_id, product_id, price_id, title, type, quantity, amount, position, created_at)
     select o.account_id, o.id, p.id, p.price_id, p.title, p.type, 1, p.amount, 1, now() - make_interval(days => $6) from placed o, product p
     returning id, order_id`,
    [accounts.demo, email, name, type, JSON.stringify(address), daysAgo],
  );
  if (!line) return '';
  await sql.query('select private.settle_order($1, $2, now() - make_interval(days => $3))', [
    accounts.demo,
    line.order_id,
    daysAgo,
  ]);
  return line.id;
}
