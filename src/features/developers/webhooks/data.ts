import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { normalizeUrl } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    webhook_attempts: { request_headers: Record<string, string> };
  }
}

export type Webhook = {
  id: string;
  address: string;
  description: string;
  events: string[];
  status: 'active' | 'paused' | 'disabled';
  disabled_reason: 'failing' | 'gone' | null;
  failing_since: string | null;
  delivered_at: string | null;
  created_at: string;
};
export type Delivery = {
  id: string;
  event_id: string;
  type: string;
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  response_status: number | null;
  next_attempt_at: string | null;
  created_at: string;
};
export type Attempt = {
  id: string;
  number: number;
  request_headers: Record<string, string>;
  response_status: number | null;
  response_body: string;
  problem: string | null;
  duration_ms: number;
  created_at: string;
};
export type WebhookDraft = Pick<Webhook, 'address' | 'description' | 'events'>;

const COLUMNS = 'id, address, description, events, status, disabled_reason, failing_since, delivered_at, created_at';

/** All webhooks of an account; at most 20, so the list is not paged. */
export async function listWebhooks(db: Db, account_id: string): Promise<Webhook[]> {
  const result = await db
    .from('webhooks')
    .select(COLUMNS)
    .eq('account_id', account_id)
    .order('created_at', { ascending: false });
  return dataOf(result) as Webhook[];
}

export async function readWebhook(db: Db, account_id: string, id: string): Promise<Webhook | null> {
  return maybeDataOf(
    await db.from('webhooks').select(COLUMNS).eq('account_id', account_id).eq('id', id).maybeSingle(),
  ) as Webhook | null;
}

export async function saveWebhook(db: Db, account_id: string, id: string | null, draft: WebhookDraft): Promise<string> {
  const row = { ...draft, address: normalizeUrl(draft.address), description: draft.description.trim() };
  const table = db.from('webhooks');
  const saved = id
    ? await table.update(row).eq('account_id', account_id).eq('id', id).select('id').single()
    : await table
        .insert({ account_id, ...row })
        .select('id')
        .single();
  return dataOf(saved).id;
}

export async function setWebhookStatus(
  db: Db,
  account_id: string,
  id: string,
  status: 'active' | 'paused',
): Promise<void> {
  dataOf(await db.from('webhooks').update({ status }).eq('account_id', account_id).eq('id', id).select('id').single());
}

export async function removeWebhook(db: Db, account_id: string, id: string): Promise<void> {
  dataOf(await db.from('webhooks').delete().eq('account_id', account_id).eq('id', id).select('id').single());
}

export async function secretOf(db: Db, webhook_id: string): Promise<string> {
  return dataOf(await db.rpc('webhook_secret', { webhook_id }));
}

export async function rotateSecret(db: Db, webhook_id: string): Promise<string> {
  return dataOf(await db.rpc('rotate_webhook_secret', { webhook_id }));
}

export async function testWebhook(db: Db, webhook_id: string): Promise<string> {
  return dataOf(await db.rpc('test_webhook', { webhook_id }));
}

/** Replays deliveries: the given ids, or all that failed. Returns how many. */
export async function replayDeliveries(db: Db, webhook_id: string, deliveries?: string[]): Promise<number> {
  return dataOf(await db.rpc('replay_deliveries', deliveries ? { webhook_id, deliveries } : { webhook_id }));
}

/** One page of a webhook's deliveries, newest first. */
export function listDeliveries(
  db: Db,
  account_id: string,
  webhook_id: string,
  filters: ListRequest & { status?: Delivery['status'] | undefined },
): Promise<ListPage<Delivery>> {
  let query = db
    .from('webhook_deliveries')
    .select('id, event_id, type, body, status, attempts, response_status, next_attempt_at, created_at', {
      count: 'exact',
    })
    .eq('account_id', account_id)
    .eq('webhook_id', webhook_id);
  if (filters.status) query = query.eq('status', filters.status);
  return pageOf(query, filters, { usual: 'created_at' }) as Promise<ListPage<Delivery>>;
}

export async function listAttempts(db: Db, account_id: string, delivery_id: string): Promise<Attempt[]> {
  const result = await db
    .from('webhook_attempts')
    .select('id, number, request_headers, response_status, response_body, problem, duration_ms, created_at')
    .eq('account_id', account_id)
    .eq('delivery_id', delivery_id)
    .order('number', { ascending: false })
    .limit(50);
  return dataOf(result);
}
