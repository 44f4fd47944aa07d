import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { generated } from '#tests/long.ts';

/** What a small model knows of orders; amounts in cents. */
type Line = {
  id: string;
  isCourse: boolean;
  quantity: number;
  paid: number;
  refunded: number;
  refundedQuantity: number;
  isOpen: boolean;
};
type ModelOrder = {
  id: string;
  status: string;
  total: number;
  refunded: number;
  lines: Line[];
  hasCoupon: boolean;
};
type Model = { orders: ModelOrder[]; uses: number };
/** One buyer and one coupon per sequence. */
type Real = { coupon: string };

const COUPON_LIMIT = 2;
const PRICES = { course: 12_000, goods: 1_050, coupon: 1_000 };
const BUYER = 'member';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

const owns = (order: ModelOrder) => order.status === 'paid' && order.lines.some((line) => line.isCourse && line.isOpen);
const asOwner = (text: string, values: unknown[]) => refused(shop.as('owner').query(text, values));

abstract class Step implements fc.AsyncCommand<Model, Real> {
  abstract check(model: Readonly<Model>): boolean;
  abstract act(model: Model, real: Real): Promise<void>;
  async run(model: Model, real: Real): Promise<void> {
    await this.act(model, real);
    await compare(model, real);
  }
}

/** The database says of the buyer's orders what the model says, and the ledger adds up. */
async function compare(model: Model, { coupon }: Real): Promise<void> {
  const [found] = await world.sql.query<{ orders: unknown; uses: number; is_open: boolean; differences: number }>(
    `select (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'total', o.total, 'refunded', o.refunded,
          'lines', (select jsonb_agg(jsonb_build_object('id', i.id, 'refunded', i.refunded, 'refundedQuantity', i.refunded_quantity,
             'isOpen', i.revoked_at is null) order by i.position) from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id)))
          order by o.number), '[]') from public.orders o where o.account_id = $1 and o.id = any ($2)) as orders,
       (select usage_count from public.coupons where account_id = $1 and name = $3) as uses,
       exists (select from public.enrolments e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
         where e.course_id = $4 and m.user_id = $5 and e.status = 'active') as is_open,
       ((select count(*) from private.check_ledger()) + (select count(*) from private.check_order_ledger()))::int as differences`,
    [world.demo, model.orders.map(({ id }) => id), coupon, shop.course, world.caller(BUYER).claims.sub],
  );
  expect(found).toEqual({
    orders: model.orders.map(({ id, status, total, refunded, lines }) => ({
      id,
      status,
      total,
      refunded,
      lines: lines.map((line) => ({
        id: line.id,
        refunded: line.refunded,
        refundedQuantity: line.refundedQuantity,
        isOpen: line.isOpen,
      })),
    })),
    uses: model.uses,
    is_open: model.orders.some(owns),
    differences: 0,
  });
}

class Place extends Step {
  readonly cart: { hasCourse: boolean; goods: number; hasCoupon: boolean };
  constructor(cart: Place['cart']) {
    super();
    this.cart = cart;
  }
  check = () => this.cart.hasCourse || this.cart.goods > 0;
  async act(model: Model, { coupon }: Real): Promise<void> {
    const { hasCourse, goods, hasCoupon } = this.cart;
    const items = [
      ...(hasCourse ? [{ product_id: shop.courseProduct, quantity: 1 }] : []),
      ...(goods > 0 ? [{ product_id: shop.goods, quantity: goods }] : []),
    ];
    const place = shop.place(BUYER, { items, coupon: hasCoupon ? coupon : null });
    const waits = model.orders.some(
      ({ status, lines }) => status === 'pending' && lines.some(({ isCourse }) => isCourse),
    );
    if (hasCourse && model.orders.some(owns)) return expect(await refused(place)).toBe('already_owned');
    if (hasCourse && waits) return expect(await refused(place)).toBe('order_waiting');
    if (hasCoupon && model.uses === COUPON_LIMIT) return expect(await refused(place)).toBe('coupon_limit');
    const { id = '' } = await place;
    const subtotal = (hasCourse ? PRICES.course : 0) + goods * PRICES.goods;
    const rows = await world.sql.query<{ id: string; is_course: boolean; quantity: number; paid: number }>(
      `select id, product_id = $2 as is_course, quantity, (amount * quantity - discount)::int as paid
         from public.order_items where order_id = $1 order by position`,
      [id, shop.courseProduct],
    );
    const total = subtotal - (hasCoupon ? Math.min(PRICES.coupon, subtotal) : 0);
    expect(rows.reduce((sum, { paid }) => sum + paid, 0)).toBe(total);
    if (hasCoupon) model.uses++;
    const lines = rows.map((row) => ({
      id: row.id,
      isCourse: row.is_course,
      quantity: row.quantity,
      paid: row.paid,
      refunded: 0,
      refundedQuantity: 0,
      isOpen: true,
    }));
    model.orders.push({ id, status: 'pending', total, refunded: 0, lines, hasCoupon });
  }
  override toString = () => `place ${JSON.stringify(this.cart)}`;
}

/** Something done to one of the orders, chosen by its place. */
abstract class OrderStep extends Step {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
  check = (model: Readonly<Model>) => model.orders.length > 0;
  orderOf(model: Model): ModelOrder {
    return model.orders[this.at % model.orders.length] as ModelOrder;
  }
}

class Pay extends OrderStep {
  async act(model: Model): Promise<void> {
    const order = this.orderOf(model);
    const answer = await asOwner('select public.mark_paid($1)', [order.id]);
    expect(answer).toBe(order.status === 'pending' ? 'accepted' : 'order_not_pending');
    if (order.status === 'pending') order.status = 'paid';
  }
  override toString = () => `pay ${this.at}`;
}

class Cancel extends OrderStep {
  async act(model: Model): Promise<void> {
    const order = this.orderOf(model);
    const answer = await asOwner('select public.cancel_order($1)', [order.id]);
    expect(answer).toBe(order.status === 'pending' ? 'accepted' : 'order_not_pending');
    if (order.status !== 'pending') return;
    order.status = 'cancelled';
    if (order.hasCoupon) model.uses--;
  }
  override toString = () => `cancel ${this.at}`;
}

/** Whatever is back in the end closes everything and gives the coupon back. */
function refundInModel(model: Model, order: ModelOrder, sum: number, closes: (line: Line) => boolean): void {
  order.refunded += sum;
  const isWhole = order.refunded === order.total;
  if (isWhole) order.status = 'refunded';
  if (isWhole && order.hasCoupon) model.uses--;
  for (const line of order.lines) if (isWhole || closes(line)) line.isOpen = false;
}

class RefundAmount extends OrderStep {
  /** Null is all that is left. */
  readonly amount: number | null;
  readonly takesAccess: boolean;
  constructor(at: number, amount: number | null, takesAccess: boolean) {
    super(at);
    this.amount = amount;
    this.takesAccess = takesAccess;
  }
  async act(model: Model): Promise<void> {
    const order = this.orderOf(model);
    const answer = await asOwner('select public.refund_order($1, amount => $2, takes_access => $3)', [
      order.id,
      this.amount,
      this.takesAccess,
    ]);
    const left = order.total - order.refunded;
    const sum = this.amount ?? left;
    if (order.status !== 'paid') return expect(answer).toBe('order_not_paid');
    if (sum > left) return expect(answer).toBe('refund_too_large');
    expect(answer).toBe('accepted');
    refundInModel(model, order, sum, () => this.takesAccess);
  }
  override toString = () =>
    `refund ${this.amount ?? 'the rest'} of ${this.at}${this.takesAccess ? ' and take access' : ''}`;
}

class RefundLine extends OrderStep {
  readonly line: number;
  readonly quantity: number;
  constructor(at: number, line: number, quantity: number) {
    super(at);
    this.line = line;
    this.quantity = quantity;
  }
  async act(model: Model): Promise<void> {
    const order = this.orderOf(model);
    const line = order.lines[this.line % order.lines.length] as Line;
    const answer = await asOwner('select public.refund_order($1, lines => $2)', [
      order.id,
      JSON.stringify([{ order_item_id: line.id, quantity: this.quantity }]),
    ]);
    if (order.status !== 'paid') return expect(answer).toBe('order_not_paid');
    const selected = line.refundedQuantity + this.quantity;
    if (selected > line.quantity) return expect(answer).toBe('refund_too_large');
    expect(answer).toBe('accepted');
    const share = Math.min(
      Math.floor((line.paid * selected) / line.quantity) - line.refunded,
      order.total - order.refunded,
    );
    line.refundedQuantity = selected;
    line.refunded += share;
    refundInModel(model, order, share, (other) => other === line && selected === line.quantity);
  }
  override toString = () => `refund ${this.quantity} of line ${this.line} of ${this.at}`;
}

const at = fc.nat({ max: 4 });
const steps = fc.commands(
  [
    fc
      .record({ hasCourse: fc.boolean(), goods: fc.nat({ max: 3 }), hasCoupon: fc.boolean() })
      .map((cart) => new Place(cart)),
    at.map((order) => new Pay(order)),
    at.map((order) => new Pay(order)),
    at.map((order) => new Cancel(order)),
    fc
      .tuple(at, fc.option(fc.integer({ min: 1, max: 13_000 })), fc.boolean())
      .map(([order, amount, takesAccess]) => new RefundAmount(order, amount, takesAccess)),
    fc
      .tuple(at, fc.nat({ max: 1 }), fc.integer({ min: 1, max: 3 }))
      .map(([order, line, quantity]) => new RefundLine(order, line, quantity)),
  ],
  { maxCommands: 14 },
);

test('whatever is ordered, paid, cancelled and refunded in whatever order agrees with a small model, and the ledger adds up', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const coupon = `SEQUENCE${++count}`;
      await shop.addCoupon(coupon, { usage_limit: COUPON_LIMIT });
      // What the sequence before left open is closed, so that each begins with a buyer who owns nothing.
      await shop.as('owner').query(
        `select case status when 'paid' then public.refund_order(id) else public.cancel_order(id) end
           from public.orders where account_id = $1 and user_id = $2 and status in ('pending', 'paid')`,
        [world.demo, world.caller(BUYER).claims.sub],
      );
      await fc.asyncModelRun(() => ({ model: { orders: [], uses: 0 }, real: { coupon } }), sequence);
    }),
    generated(2_000),
  );
});
