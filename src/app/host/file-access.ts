import type { StorageGuard } from '#backend/storage/context.ts';
import type { Sql } from '#base/server/database.ts';
import { json, normalizeHost } from '#base/server/http.ts';
import type { Tenants } from './tenants.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The two buckets of an account, one for everybody and one for its people. */
const ACCOUNT_BUCKET = new RegExp(`^(${UUID})(?:-private)?$`);

/** The account that owns a bucket; null for the operator's own buckets, which only the service key writes. */
export function accountOfBucket(bucketId: string): string | null {
  return ACCOUNT_BUCKET.exec(bucketId)?.[1] ?? null;
}

/** The product's own access rules, which the storage service checks beside its published ones. */
export function createStorageGuard(options: {
  /** Reads sessions, which no client role may. */
  sql: Sql;
  tenants: Tenants;
  filesOrigin: string | undefined;
  originOf(request: Request): string;
}): StorageGuard {
  const { tenants, filesOrigin: origin } = options;
  const filesHost = hostOfOrigin(origin);
  const isActive = async (accountId: string) => (await tenants.byId(accountId)) !== null;
  return {
    placeOf: async (request, bucketId) => {
      const host = normalizeHost(new URL(options.originOf(request)).host);
      const owner = accountOfBucket(bucketId);
      if (host === filesHost) return { reads: !owner || (await isActive(owner)) ? 'here' : 'nowhere' };
      const account = owner ? await tenants.accountOf(host) : null;
      if (!owner || account?.account_id === owner) return { reads: 'here', origin };
      // The platform's screens show logos and avatars of accounts.
      return account?.is_platform && (await isActive(owner)) ? { reads: 'pictures', origin } : { reads: 'nowhere' };
    },
    isSignedIn: async ({ claims }) => {
      if (typeof claims.session_id !== 'string') return true;
      const rows = await options.sql.query(
        'select from auth.sessions where id = private.uuid_or_null($1) and user_id = private.uuid_or_null($2)',
        [claims.session_id, claims.sub],
      );
      return rows.length > 0;
    },
  };
}

export function hostOfOrigin(origin: string | undefined): string | null {
  return origin ? normalizeHost(new URL(origin).host) : null;
}

const FILES = /^\/storage\/v1\/(?:object|render\/image)\/(?:public|sign)\//;

/** Whether FILES_ORIGIN serves a request: files by public URLs and signed links, and nothing else. */
export function isOfFilesOrigin(method: string, path: string): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/.test(method) && FILES.test(path);
}

export function notFoundResponse(): Response {
  const error = { statusCode: '404', error: 'not_found', code: 'NotFound', message: 'Only files are served here.' };
  return json(error, 404, { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
}
