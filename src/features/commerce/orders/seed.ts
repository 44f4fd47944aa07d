import { randomUUID } from 'node:crypto';
import type { Seed, Seeding } from '#base/server/seeding.ts';

type DemoOrder = {
  email: string;
  name: string;
  coupon?: string;
  isPaid: boolean;
  daysAgo: number;
  refundReason?: string;
  address: Record<string, string>;
  /** A product the buyer may plausibly own. */
  product: string;
};

const porto = {
  country: 'PT',
  street: 'Rua das Flores 112, 3.º',
  postcode: '4050-263',
  city: 'Porto',
  company: '',
  vat_number: '',
};
const istanbul = {
  country: 'TR',
  street: 'Moda Caddesi 41',
  postcode: '34710',
  city: 'İstanbul',
  company: '',
  vat_number: '',
};
const leeds = {
  country: 'GB',
  street: '18 Kirkgate',
  postcode: 'LS1 6BY',
  city: 'Leeds',
  company: '',
  vat_number: '',
};
const club = { ...leeds, street: '7 Albion Place', postcode: 'LS1 6JL', company: 'Leeds Camera Club' };

const student = { email: 'student@demo.test', name: 'Amara Okafor', address: porto };
const member = { email: 'member@demo.test', name: 'Elif Kaya', address: istanbul };
const parent = { email: 'parent@demo.test', name: 'Ngozi Okafor', address: club };
const instructor = { email: 'instructor@demo.test', name: 'Tomás Rivera', address: porto };
const atelierStudent = { email: 'student@atelier.test', name: 'Yusuf Haddad', address: leeds };

/** Demo orders, placed by the same SQL function as real ones. */
export const seed: Seed = async (seeding) => {
  const { demo, atelier } = seeding.accounts;
  const ownProduct = await courseProductOf(seeding, demo, student.email);
  const otherProduct = await courseProductOf(seeding, demo, null);
  const printProduct = await courseProductOf(seeding, atelier, null);
  if (ownProduct)
    await placeOrder(seeding, demo, { ...student, product: ownProduct, coupon: 'ONCE', isPaid: true, daysAgo: 41 });
  await seeding.sql.query(
    `insert into public.account_notifications (account_id, user_id, message, severity, link, created_at)
     select o.account_id, o.user_id, 'The order of <b>Light and exposure</b> is paid. The course is open to you now.', 2,
            '/dashboard/courses', o.paid_at
       from public.orders o where o.account_id = $1 and o.email = $2 and o.coupon = 'ONCE'`,
    [demo, student.email],
  );
  const goods = await goodsOf(seeding, demo);
  // Enough orders in this month and the previous one for the owner's statistics.
  if (goods)
    for (const order of [
      { ...parent, daysAgo: 37 },
      { ...student, daysAgo: 22 },
      { ...member, daysAgo: 4 },
      { ...instructor, daysAgo: 3, refundReason: 'Bought by mistake.' },
    ])
      await placeOrder(seeding, demo, { ...order, product: goods, isPaid: true });
  if (otherProduct)
    await placeOrder(seeding, demo, { ...member, product: otherProduct, coupon: 'FLAT5', isPaid: false, daysAgo: 2 });
  if (printProduct)
    await placeOrder(seeding, atelier, { ...atelierStudent, product: printProduct, isPaid: true, daysAgo: 12 });
  if (goods) await leaveCart(seeding, demo, goods);
};

/** The shop reminds of carts, and did so once. */
async function leaveCart({ sql }: Seeding, account: string, product: string): Promise<void> {
  await sql.query('insert into public.cart_settings (account_id, reminder_hours) values ($1, 4)', [account]);
  await sql.query(`select private.save_cart($1, $2::jsonb, null, null, 'lena@example.com', 'Lena Brandt', 'de')`, [
    account,
    JSON.stringify([{ product_id: product, quantity: 1 }]),
  ]);
  await sql.query(
    `update public.carts set changed_at = changed_at - interval '3 days', reminded_at = changed_at - interval '68 hours' where account_id = $1`,
    [account],
  );
}

/** The product of a paid course: one the user is enrolled in, else the first. */
async function courseProductOf({ sql }: Seeding, account: string, email: string | null): Promise<string | null> {
  const rows = await sql.query<{ id: string }>(
    `select p.id from public.products p
       left join public.members m on m.account_id = p.account_id and m.email = $2
       left join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (p.account_id, p.course_id, m.id)
      where p.account_id = $1 and p.course_id is not null and p.status = 'published'
      order by e.id is null, p.created_at, p.id limit 1`,
    [account, email],
  );
  return rows[0]?.id ?? null;
}

/** A product that opens no course. */
async function goodsOf({ sql }: Seeding, account: string): Promise<string> {
  const rows = await sql.query<{ id: string }>(
    `select id from public.products where account_id = $1 and type = 'digital' and status = 'published' order by created_at, id limit 1`,
    [account],
  );
  return rows[0]?.id ?? '';
}

async function placeOrder({ sql }: Seeding, account: string, order: DemoOrder): Promise<void> {
  await sql.transaction(async (tx) => {
    const session = randomUUID();
    const person = await tx.query<{ id: string }>('select id from auth.users where email = $1', [order.email]);
    const sub = person[0]?.id;
    await tx.query('insert into private.session_accounts (session_id, account_id, user_id) values ($1, $2, $3)', [
      session,
      account,
      sub,
    ]);
    await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub, role: 'authenticated', session_id: session }),
    ]);
    // An existing enrolment is ended first: this order opens it.
    await tx.query(
      `update public.enrolments e set status = 'ended' from public.products p, public.members m
        where p.id = $2 and (e.account_id, e.course_id) = (p.account_id, p.course_id)
          and (m.account_id, m.id) = (e.account_id, e.member_id) and m.user_id = $1`,
      [sub, order.product],
    );
    const placed = await tx.query<{ id: string }>('select id from private.place_order($1, $2, $3, $4, $5, $6, $7)', [
      account,
      JSON.stringify([{ product_id: order.product, quantity: 1 }]),
      order.coupon ?? null,
      order.name,
      JSON.stringify(order.address),
      `demo-${session}`,
      'en',
    ]);
    const id = placed[0]?.id;
    await tx.query(
      `update public.orders set placed_at = now() - make_interval(days => $3), created_at = now() - make_interval(days => $3)
        where account_id = $1 and id = $2`,
      [account, id, order.daysAgo],
    );
    if (order.isPaid)
      await tx.query('select private.settle_order($1, $2, now() - make_interval(days => $3))', [
        account,
        id,
        order.daysAgo - 1,
      ]);
    if (order.refundReason)
      await tx.query(
        `select private.refund(o, (select jsonb_agg(jsonb_build_object('order_item_id', i.id, 'quantity', i.quantity))
             from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id)), why => $3)
           from public.orders o where o.account_id = $1 and o.id = $2`,
        [account, id, order.refundReason],
      );
    await tx.query(
      `update private.order_entries e set created_at = case e.kind when 'placed' then o.placed_at else e.created_at end,
           created_by = case e.kind when 'placed' then o.user_id end
         from public.orders o where (o.account_id, o.id) = ($1, $2) and (e.account_id, e.order_id) = (o.account_id, o.id)`,
      [account, id],
    );
    // Mails and notifications of past orders are not sent.
    await tx.query(
      `delete from private.outbox where queue in ('order-mail', 'sale-mail') and payload ->> 'order_id' = $1`,
      [id],
    );
    await tx.query(`delete from public.account_notifications where account_id = $1 and created_at = now()`, [account]);
    await tx.query('delete from private.session_accounts where session_id = $1', [session]);
  });
}
