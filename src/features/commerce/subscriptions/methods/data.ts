import { type Db, maybeDataOf } from '#base/shared/db-client.ts';

/** Has a subscription of the caller charged to another of their methods; what is due is charged at once. */
export async function changeMethod(db: Db, subscription_id: string, method_id: string): Promise<void> {
  maybeDataOf(await db.rpc('change_subscription_method', { subscription_id, method_id }));
}

export async function setDefaultMethod(db: Db, method_id: string): Promise<void> {
  maybeDataOf(await db.rpc('set_default_method', { method_id }));
}

/** Removes a method here and at its provider. Rejected while a subscription is charged to it. */
export async function removeMethod(db: Db, method_id: string): Promise<void> {
  maybeDataOf(await db.rpc('remove_payment_method', { method_id }));
}
