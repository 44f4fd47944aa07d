import { call } from '#base/shared/call.ts';
import type { Db } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import type { OnlineProvider, PaymentProvider } from '../rules.ts';
import type { ProviderInput } from '../schema.ts';

/** An error of the server, with what belongs to a field. */
export class PaymentProblem extends Error {
  readonly code: string;
  readonly fields: Record<string, string>;
  constructor({ message, code, fields = {} }: { message: string; code: string; fields?: Record<string, string> }) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** A call of the payments of an account. @throws {PaymentProblem} */
export async function send<Body>(method: string, path: string, body: object, token?: string): Promise<Body> {
  const response = await call(path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const content = await response.json().catch(() => ({}));
  if (response.ok) return content as Body;
  const { error } = content as { error?: ConstructorParameters<typeof PaymentProblem>[0] };
  throw new PaymentProblem(error ?? { message: response.statusText, code: 'unknown' });
}

export const tokenOf = async (db: Db) => (await db.auth.getSession()).data.session?.access_token;

/** The address of the provider's page on which a subject such as `order:ID` is paid. @throws {PaymentProblem} */
export async function beginPayment(db: Db, subject: string, provider: string): Promise<string> {
  const token = await tokenOf(db);
  return (await send<{ url: string }>('POST', paths.beginPayment(), { subject, provider }, token)).url;
}

/** Has the server ask the provider what became of the payments of a subject. @throws {PaymentProblem} */
export async function settlePayment(db: Db, subject: string): Promise<{ is_paid: boolean; is_open: boolean }> {
  return send('POST', paths.settlePayment(), { subject }, await tokenOf(db));
}

/** @throws {PaymentProblem} */
export function saveProvider(provider: PaymentProvider, input: ProviderInput): Promise<{ is_test: boolean }> {
  return send('PUT', paths.paymentProvider(provider), input);
}

/** @throws {PaymentProblem} */
export function testProvider(provider: OnlineProvider): Promise<{ is_test: boolean }> {
  return send('POST', paths.testPaymentProvider(provider), {});
}

/** @throws {PaymentProblem} */
export function removeProvider(provider: OnlineProvider): Promise<unknown> {
  return send('DELETE', paths.paymentProvider(provider), {});
}
