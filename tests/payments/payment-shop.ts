import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { schedules } from '#features/server-parts.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import type { Person, World } from '#tests/db/world.ts';
import type { LocalPayments, SignedMessage } from './local-payments.ts';

export type OrderState = {
  status: string;
  provider: string;
  refunded: number;
  /** Of the course that was bought. */
  access: string | null;
  /** Notifications that say it is paid. */
  notices: number;
};

/** A shop on demo that is paid by a provider on this machine, and what buyers and the owner do there. */
export type PaymentShop = {
  world: World;
  app: AppWorld;
  local: LocalPayments | null;
  /** A new course at this price, ordered by a person and not paid yet; `every` renews it, after so many free days. */
  order(person?: Person, amount?: number, every?: object, trialDays?: number): Promise<string>;
  stateOf(order: string): Promise<OrderState>;
  post(path: string, body: object, as?: Person): Promise<{ status: number; body: Record<string, unknown> }>;
  /** The address of the provider's page, or the code of the rejection. */
  begin(order: string, person?: Person): Promise<string>;
  settle(order: string, person?: Person): Promise<Record<string, unknown>>;
  /** Delivers messages in this order and does what they lead to; answers the statuses. */
  deliver(messages: readonly SignedMessage[]): Promise<number[]>;
  asOwner(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Does what waits; a job that fails is done again, as the worker would, up to five times. */
  work(): Promise<void>;
  runSchedule(name: string): Promise<unknown>;
  close(): Promise<void>;
};

const LIMIT = 6;

export async function openPaymentShop(world: World, local: LocalPayments | null): Promise<PaymentShop> {
  const app = await openApp(world, local?.variables);
  const { sql, demo } = world;
  let count = 0;
  const post: PaymentShop['post'] = async (path, body, as = 'owner') => {
    const response = await app.call(path, { method: 'POST', as, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const work = async () => {
    for (let attempt = 0; attempt < LIMIT; attempt++) {
      const waiting = await sql.query<{ queue: string; payload: object }>(
        `select queue, payload from private.outbox where queue in ('provider-event', 'refund-payment', 'charge-payment', 'forget-payment-method')`,
      );
      try {
        await app.settleJobs();
        return;
      } catch {
        for (const { queue, payload } of waiting)
          await sql.query('select private.enqueue($1, $2::jsonb)', [queue, JSON.stringify(payload)]);
      }
    }
    throw new Error('A job failed at every attempt.');
  };
  return {
    world,
    app,
    local,
    post,
    work,
    order: async (person = 'member', amount = 9_000, every = undefined, trialDays = 0) => {
      count += 1;
      const [product] = await sql.query<{ id: string }>(
        `with made as (insert into public.courses (account_id, title, slug, access) values ($1, $2, $2, 'paid') returning id)
         insert into public.products (account_id, title, slug, type, status, course_id)
         select $1, $2, $2, 'course', 'published', id from made returning id`,
        [demo, `payable-${count}`],
      );
      await sql.query(
        `insert into public.prices (account_id, product_id, currency, amount, frequency, kind, trial_days) values ($1, $2, 'EUR', $3, $4, $5, $6)`,
        [demo, product?.id, amount, every ? JSON.stringify(every) : null, every ? 'subscription' : 'once', trialDays],
      );
      const [order] = await world.database
        .as(world.caller(person))
        .query<{ id: string }>(
          `select id from private.place_order($1, $2::jsonb, null, 'A Buyer', '{"country":"PT"}', $3, 'en')`,
          [demo, JSON.stringify([{ product_id: product?.id, quantity: 1 }]), crypto.randomUUID()],
        );
      return order?.id ?? '';
    },
    stateOf: async (order) => {
      const [row] = await sql.query<OrderState>(
        `select o.status, o.provider, o.refunded::int,
                (select e.status from public.order_items i join public.products p on p.id = i.product_id
                   join public.enrolments e on e.course_id = p.course_id and e.member_id = o.member_id where i.order_id = o.id) as access,
                (select count(*)::int from public.account_notifications n
                  where n.user_id = o.user_id and n.message like '%#' || o.number || ' is paid%') as notices
           from public.orders o where o.id = $1`,
        [order],
      );
      if (!row) throw new Error(`There is no order ${order}.`);
      return row;
    },
    begin: async (order, person = 'member') => {
      const { body } = await post('/api/payments', { subject: `order:${order}`, provider: local?.provider }, person);
      return String(body.url ?? (body.error as { code?: string } | undefined)?.code);
    },
    settle: async (order, person = 'member') =>
      (await post('/api/payments/settle', { subject: `order:${order}` }, person)).body,
    deliver: async (messages) => {
      const statuses: number[] = [];
      for (const { body, headers } of messages) {
        const response = await app.call(`/api/payments/events/${local?.provider}`, { method: 'POST', body, headers });
        statuses.push(response.status);
      }
      await work();
      return statuses;
    },
    asOwner: (text, values = []) => world.database.as(world.caller('owner')).query(text, values),
    runSchedule: (name) => {
      const schedule = schedules.find((one) => one.name === name);
      if (!schedule) throw new Error(`There is no schedule ${name}.`);
      return schedule.run({ sql, log: silentLog, providers: app.tools.providers } as JobContext);
    },
    close: async () => {
      await app.close();
      await local?.close();
      await world.close();
    },
  };
}
