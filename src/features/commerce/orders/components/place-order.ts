import { call } from '#base/shared/call.ts';
import { type Db, DbError } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import type { CheckoutRequest, PlacedOrder } from '../schema.ts';

/** An error response of the checkout; `fields` maps field names to messages. */
export class CheckoutError extends DbError {
  readonly fields: Record<string, string>;
  constructor(message: string, code: string, fields: Record<string, string> = {}) {
    super(message, code);
    this.fields = fields;
  }
}

/** Places an order; the server decides prices and coupon. */
export async function placeOrder(db: Db, request: CheckoutRequest): Promise<PlacedOrder> {
  const { data } = await db.auth.getSession();
  const response = await call(paths.placeOrder(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(data.session ? { authorization: `Bearer ${data.session.access_token}` } : {}),
    },
    body: JSON.stringify(request),
  });
  const body = (await response.json().catch(() => null)) as {
    order?: PlacedOrder;
    error?: { code: string; message: string; fields?: Record<string, string> };
  } | null;
  if (response.ok && body?.order) return body.order;
  throw new CheckoutError(
    body?.error?.message ?? response.statusText,
    body?.error?.code ?? 'unknown',
    body?.error?.fields,
  );
}
