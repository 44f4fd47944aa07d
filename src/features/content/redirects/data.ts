import { chunk } from '#base/shared/batch.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import {
  encodedAddress,
  type ImportedRow,
  MAX_ROWS,
  matchRedirect,
  normalizePath,
  pathsFor,
  type RedirectRow,
} from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    remove_redirects: { row: RedirectRow };
    import_redirects: { args: { lines: ImportedRow[] }; returns: ImportResult };
  }
}

export type Redirect = RedirectRow & { id: string; is_automatic: boolean; updated_at: string };

/** Exact redirects are stored resolved to their final target; only wildcards chain. */
const STEPS = 5;

/** Whether a redirect may start at this path. */
const isPath = (path: string) => path.startsWith('/') && path.length <= 300 && !path.includes('\0');

/** Redirect target of a path that is not found; null without one. */
export async function findRedirect(
  db: Db,
  accountId: string,
  pathname: string,
): Promise<{ to: string; status: number } | null> {
  let path = normalizePath(pathname);
  let result = null as { to: string; status: number } | null;
  for (let step = 0; step < STEPS && isPath(path); step++) {
    const redirects = dataOf(
      await db
        .from('redirects')
        .select('from_path, to_address, status')
        .eq('account_id', accountId)
        .in('from_path', pathsFor(path)),
    );
    const next = matchRedirect(path, redirects);
    if (!next) break;
    result = { to: next.to, status: result?.status === 302 ? 302 : next.status };
    path = normalizePath(next.to.split(/[?#]/)[0] ?? '');
  }
  return result && { ...result, to: encodedAddress(result.to) };
}

export type RedirectFilters = ListRequest & { kind?: string | undefined };

const sortable = {
  from_path: 'from_path',
  to_address: 'to_address',
  status: 'status',
  is_automatic: 'is_automatic',
  updated_at: 'updated_at',
};

/** One page of an account's redirects, newest first by default. */
export function listRedirects(db: Db, accountId: string, filters: RedirectFilters): Promise<ListPage<Redirect>> {
  let query = db
    .from('redirects')
    .select('id, from_path, to_address, status, is_automatic, updated_at', { count: 'exact' })
    .eq('account_id', accountId);
  const pattern = (filters.search ?? '')
    .trim()
    .replace(/[%_\\,()"]/g, ' ')
    .slice(0, 100);
  if (pattern) query = query.or(`from_path.ilike."%${pattern}%",to_address.ilike."%${pattern}%"`);
  if (filters.kind) query = query.eq('is_automatic', filters.kind === 'automatic');
  return pageOf(query, filters, { sortable, usual: 'updated_at' });
}

export async function saveRedirect(db: Db, accountId: string, id: string | null, line: RedirectRow): Promise<void> {
  const table = db.from('redirects');
  dataOf(
    id
      ? await table.update(line).eq('account_id', accountId).eq('id', id).select('id').single()
      : await table
          .insert({ account_id: accountId, ...line })
          .select('id')
          .single(),
  );
}

/** Deletes redirects and returns the deleted rows, for undo. */
export async function removeRedirects(db: Db, ids: readonly string[]): Promise<RedirectRow[]> {
  const removed: RedirectRow[] = [];
  for (const batch of chunk(ids)) {
    removed.push(...dataOf(await db.rpc('remove_redirects', { ids: batch })));
  }
  return removed;
}

/** Restores deleted redirects. */
export async function restoreRedirects(db: Db, accountId: string, removed: readonly RedirectRow[]): Promise<void> {
  for (const batch of chunk(removed, MAX_ROWS)) await importRedirects(db, accountId, batch);
}

/** Without a message, the rejected row holds something that is no valid path. */
export type ImportResult = { done: number; problems: { line: number; problem: string | null }[] };

export async function importRedirects(db: Db, accountId: string, lines: readonly ImportedRow[]): Promise<ImportResult> {
  return dataOf(await db.rpc('import_redirects', { account_id: accountId, lines: [...lines] }));
}

/** Which of these paths the site serves itself: a redirect from there never applies. Wildcards can't be checked. */
export async function livePaths(db: Db, account_id: string, paths: readonly string[]): Promise<string[]> {
  return dataOf(await db.rpc('live_addresses', { account_id, paths: [...paths] })) as string[];
}
