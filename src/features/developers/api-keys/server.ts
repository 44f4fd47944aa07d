import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Api, type ApiContext, type ApiTools, bodyOf } from '#base/server/api.ts';
import type { Resource } from '#base/server/api-resource.ts';
import { anonymous, type Caller, type Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { readBearer } from '#base/shared/bearer.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { validationMessage } from '#base/shared/validation-messages.ts';
import { paths } from '#paths';
import { openApiDocument } from './open-api/rules.ts';
import { pageShape } from './schema.ts';

/** Rate limits in requests a minute: for one key, and for unknown keys from one IP address. */
const MAX_REQUESTS_PER_MINUTE = 600;
const MAX_WRONG_KEYS_PER_MINUTE = 30;

const API_KEY = /^stoa_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;

type KeyCaller = { caller: Caller; scopes: string[] };

async function keyOf(context: ApiContext, { database, limit }: ApiTools): Promise<KeyCaller> {
  const bearer = readBearer(context.req.header('authorization'));
  const key = bearer.kind === 'token' && API_KEY.test(bearer.token) ? bearer.token : null;
  if (!key) {
    throw new AppError(401, 'not_authenticated', 'Send an API key of this account: "Authorization: Bearer stoa_…".');
  }
  const { account_id } = context.get('account');
  const hash = createHash('sha256').update(key).digest('hex');
  const [row] = await database
    .as(anonymous)
    .query<{ id: string; scopes: string[] }>('select id, scopes from private.caller_of_key($1, $2)', [
      account_id,
      hash,
    ]);
  if (!row) {
    await limit(`wrong-api-key:${context.get('network')}`, MAX_WRONG_KEYS_PER_MINUTE, 60);
    throw new AppError(
      401,
      'not_authenticated',
      'This API key does not belong to this account, has expired or was revoked.',
    );
  }
  await limit(`api-key:${row.id}`, MAX_REQUESTS_PER_MINUTE, 60);
  // Policies look the key up again by this claim; its scopes are enforced there, not here.
  return {
    caller: { role: 'authenticated', claims: { role: 'authenticated', api_key: row.id } },
    scopes: row.scopes,
  };
}

/** Policies alone would return no rows; an explicit 403 tells the developer which scope is missing. */
async function authorize(context: ApiContext, tools: ApiTools, ...anyScope: string[]) {
  const { caller, scopes } = await keyOf(context, tools);
  if (!anyScope.some((scope) => scopes.includes(scope))) {
    throw errors.forbidden(`This key lacks the scope ${anyScope.join(' or ')}.`);
  }
  return { sql: tools.database.as(caller), accountId: context.get('account').account_id };
}

function queryOf(context: ApiContext, resource: Resource) {
  const shape = z
    .object({
      ...pageShape,
      ...Object.fromEntries(Object.entries(resource.filters).map(([name, filter]) => [name, filter.optional()])),
    })
    .strict();
  const parsed = shape.safeParse(context.req.query(), { error: validationMessage });
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => [issue.path.join('.') || 'query', issue.message]);
    throw errors.invalid('Some query parameters are not valid.', Object.fromEntries(fields));
  }
  const { limit, after, ...filters } = parsed.data as { limit: number; after?: string } & Record<string, string>;
  return { limit, after, filters };
}

/** A write scope includes the matching read scope. */
const readingScopes = ({ scope, writes }: Resource): string[] => (writes ? [scope, writes.scope] : [scope]);

async function readRow(sql: Sql, accountId: string, resource: Resource, id: string): Promise<unknown> {
  const rows = await sql.query<{ row: unknown }>(
    `select to_jsonb(x) as row from (select ${resource.columns} from public.${resource.table} t where t.account_id = $1 and t.id = $2) x`,
    [accountId, id],
  );
  if (!rows[0]) throw errors.notFound('There is no such row.');
  return rows[0].row;
}

/** Ids are UUIDs ordered by time: newest first, with keyset pagination on the id. */
async function readPage(sql: Sql, accountId: string, resource: Resource, query: ReturnType<typeof queryOf>) {
  const { limit, after, filters } = query;
  const values: unknown[] = [accountId, limit + 1];
  const conditions = Object.entries(filters).map(([name, value]) => `t.${name}::text = $${values.push(value)}`);
  if (after) conditions.push(`t.id < $${values.push(after)}`);
  const rows = await sql.query<{ row: { id: string } }>(
    `select to_jsonb(x) as row from (select ${resource.columns} from public.${resource.table} t
      where ${['t.account_id = $1', ...conditions].join(' and ')} order by t.id desc limit $2) x`,
    values,
  );
  const data = rows.slice(0, limit).map(({ row }) => row);
  return { data, next: rows.length > limit ? data.at(-1)?.id : null };
}

export const api: Api = (router, tools) => {
  router.get(paths.openApi(), (context) => json(openApiDocument(context.get('origin'), tools.resources)));

  router.get(paths.api('account'), async (context) => {
    const key = await keyOf(context, tools);
    const { account_id, slug, domain } = context.get('account');
    return json({ data: { account_id, slug, domain, scopes: key.scopes } });
  });

  for (const resource of tools.resources) {
    addReads(router, tools, resource);
    if (resource.writes) addWrites(router, tools, resource, resource.writes);
  }
};

function addReads(router: Parameters<Api>[0], tools: ApiTools, resource: Resource) {
  router.get(paths.api(resource.name), async (context) => {
    const { sql, accountId } = await authorize(context, tools, ...readingScopes(resource));
    return json(await readPage(sql, accountId, resource, queryOf(context, resource)));
  });
  router.get(`${paths.api(resource.name)}/:id`, async (context) => {
    const { sql, accountId } = await authorize(context, tools, ...readingScopes(resource));
    return json({ data: await readRow(sql, accountId, resource, context.req.param('id') ?? '') });
  });
}

function addWrites(
  router: Parameters<Api>[0],
  tools: ApiTools,
  resource: Resource,
  writes: NonNullable<Resource['writes']>,
) {
  router.post(paths.api(resource.name), async (context) => {
    const { sql, accountId } = await authorize(context, tools, writes.scope);
    const body = await bodyOf(context, writes.body);
    const id = await writes.add(sql, accountId, body);
    return json({ data: await readRow(sql, accountId, resource, id) }, 201);
  });
  router.delete(`${paths.api(resource.name)}/:id`, async (context) => {
    const { sql, accountId } = await authorize(context, tools, writes.scope);
    const id = context.req.param('id') ?? '';
    await writes.remove(sql, accountId, id);
    if (writes.removed.status === 204) return new Response(null, { status: 204 });
    return json({ data: await readRow(sql, accountId, resource, id) });
  });
}
