import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import type { CartLine, CartRequest } from '../schema.ts';

const post = (path: string, body: object, token?: string) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });

/** Keeps a cart for its reminder; returns the token that forgets it. `session`: the access token of who is signed in. */
export async function saveCart(cart: CartRequest, session: string | undefined): Promise<string | null> {
  const response = await post(paths.saveCart(), cart, session);
  if (!response.ok) return null;
  return ((await response.json()) as { token: string }).token;
}

export async function forgetCart(token: string): Promise<void> {
  await post(paths.forgetCart(), { token });
}

export type RestoredCart = { lines: CartLine[]; coupon: string | null; currency: string };

/** What was in a kept cart; null where it is no longer kept. @throws where it can't be asked for now. */
export async function restoreCart(token: string): Promise<RestoredCart | null> {
  const response = await post(paths.restoreCart(), { token });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`A cart was not restored: ${response.status}.`);
  return ((await response.json()) as { cart: RestoredCart }).cart;
}

export async function stopCartReminders(token: string): Promise<boolean> {
  return (await post(paths.stopCartReminders(), { token })).ok;
}
