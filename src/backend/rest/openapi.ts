import type { Answer } from '#base/server/call.ts';
import type { Sql } from '#base/server/database.ts';
import { CORS } from './cors.ts';
import { definitionOf, typeOf } from './openapi-types.ts';
import type { Relation, Routine, SchemaCache } from './schema-cache.ts';

type Wanted = {
  cache: SchemaCache;
  schema: string;
  sql: Sql;
  /** Every table and function, not only what the caller's role may use. */
  isWhole: boolean;
  /** That clients know the service by. */
  address: string;
  isHead: boolean;
  isSecurityActive: boolean;
  /** The schema, where a client could have chosen another. */
  profile: string | null;
};
type Json = Record<string, unknown>;

/**
 * The OpenAPI 2.0 document of one schema.
 * Source: https://docs.postgrest.org/en/stable/references/api/openapi.html
 */
export async function openApi(wanted: Wanted): Promise<Answer> {
  const { cache, schema, isWhole, isHead, profile } = wanted;
  let relations = cache.relations(schema);
  let routines = cache.allRoutines(schema);
  if (!isWhole) {
    const allowed = await allowedTo(wanted.sql, relations, routines);
    relations = relations.filter((one) => allowed.has(one.oid));
    routines = routines.filter((one) => allowed.has(one.oid));
  }
  return {
    status: 200,
    headers: {
      ...CORS,
      'content-type': 'application/openapi+json; charset=utf-8',
      ...(profile === null ? {} : { 'content-profile': profile }),
    },
    body: isHead ? null : JSON.stringify(documentOf(wanted, relations, routines)),
  };
}

async function allowedTo(sql: Sql, relations: readonly Relation[], routines: readonly Routine[]): Promise<Set<number>> {
  const rows = await sql.query<{ oid: string | number }>(
    `select t::int8 as oid from unnest($1::oid[]) as t
      where has_any_column_privilege(t, 'select, insert, update') or has_table_privilege(t, 'delete')
    union all select f::int8 from unnest($2::oid[]) as f where has_function_privilege(f, 'execute')`,
    [relations.map((one) => one.oid), routines.map((one) => one.oid)],
  );
  return new Set(rows.map((row) => Number(row.oid)));
}

function documentOf(wanted: Wanted, relations: readonly Relation[], routines: readonly Routine[]): Json {
  const url = new URL(wanted.address);
  const paths: Json = {
    '/': {
      get: {
        tags: ['Introspection'],
        summary: 'OpenAPI description (this document)',
        produces: ['application/openapi+json', 'application/json'],
        responses: { 200: { description: 'OK' } },
      },
    },
  };
  const definitions: Json = {};
  const parameters: Json = { ...SHARED_PARAMETERS };
  for (const relation of relations) {
    paths[`/${relation.name}`] = pathOf(relation);
    definitions[relation.name] = definitionOf(wanted.cache, relation);
    parameters[`body.${relation.name}`] = {
      name: relation.name,
      in: 'body',
      required: false,
      description: relation.comment ?? relation.name,
      schema: { $ref: `#/definitions/${relation.name}` },
    };
    for (const column of relation.columns.values()) {
      parameters[`rowFilter.${relation.name}.${column.name}`] = {
        name: column.name,
        in: 'query',
        required: false,
        type: 'string',
        ...(column.comment ? { description: column.comment } : {}),
      };
    }
  }
  for (const routine of routines) paths[`/rpc/${routine.name}`] = callOf(routine);
  return {
    swagger: '2.0',
    info: { title: 'standard public schema', description: '', version: '14' },
    host: url.host,
    basePath: url.pathname.replace(/(.)\/$/, '$1'),
    schemes: [url.protocol.replace(':', '')],
    consumes: JSON_TYPES,
    produces: JSON_TYPES,
    paths,
    definitions,
    parameters,
    ...(wanted.isSecurityActive ? SECURITY : {}),
  };
}

const SECURITY = {
  securityDefinitions: {
    JWT: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'Add the token prepending "Bearer " (without quotes) to it',
    },
  },
  security: [{ JWT: [] }],
};

const JSON_TYPES = ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'];
const ref = (name: string) => ({ $ref: `#/parameters/${name}` });
const query = (name: string, description: string) => ({
  name,
  description,
  in: 'query',
  required: false,
  type: 'string',
});
const header = (name: string, description: string) => ({ ...query(name, description), in: 'header' });

const SHARED_PARAMETERS: Json = {
  preferParams: { ...header('Prefer', 'Preference'), enum: ['params=single-object'] },
  preferReturn: {
    ...header('Prefer', 'Preference'),
    enum: ['return=representation', 'return=minimal', 'return=headers-only'],
  },
  preferCount: { ...header('Prefer', 'Preference'), enum: ['count=exact'] },
  preferPost: {
    ...header('Prefer', 'Preference'),
    enum: [
      'return=representation',
      'return=minimal',
      'return=headers-only',
      'resolution=ignore-duplicates',
      'resolution=merge-duplicates',
    ],
  },
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: { ...header('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
};

function pathOf(relation: Relation): Json {
  const filters = [...relation.columns.keys()].map((name) => ref(`rowFilter.${relation.name}.${name}`));
  const [summary, ...rest] = (relation.comment ?? '').split('\n');
  const about = {
    tags: [relation.name],
    ...(summary ? { summary } : {}),
    ...(rest.length > 0 ? { description: rest.join('\n').trim() } : {}),
  };
  const path: Json = {
    get: {
      ...about,
      parameters: [...filters, ...['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(ref)],
      responses: {
        200: { description: 'OK', schema: { type: 'array', items: { $ref: `#/definitions/${relation.name}` } } },
        206: { description: 'Partial Content' },
      },
    },
  };
  if (relation.canInsert) {
    path.post = {
      ...about,
      parameters: [ref(`body.${relation.name}`), ref('select'), ref('preferPost')],
      responses: { 201: { description: 'Created' } },
    };
  }
  if (relation.canUpdate) {
    path.patch = {
      ...about,
      parameters: [...filters, ref(`body.${relation.name}`), ref('preferReturn')],
      responses: { 204: { description: 'No Content' } },
    };
  }
  if (relation.canDelete) {
    path.delete = {
      ...about,
      parameters: [...filters, ref('preferReturn')],
      responses: { 204: { description: 'No Content' } },
    };
  }
  return path;
}

function callOf(routine: Routine): Json {
  const required = routine.parameters.filter((one) => one.required).map((one) => one.name);
  const about = {
    tags: [`(rpc) ${routine.name}`],
    ...(routine.comment ? { summary: routine.comment } : {}),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { 200: { description: 'OK' } },
  };
  const path: Json = {
    post: {
      ...about,
      parameters: [
        {
          in: 'body',
          name: 'args',
          required: true,
          schema: {
            type: 'object',
            ...(required.length > 0 ? { required } : {}),
            properties: Object.fromEntries(routine.parameters.map((one) => [one.name, typeOf(one.type)])),
          },
        },
        ref('preferParams'),
      ],
    },
  };
  if (routine.volatility !== 'volatile') {
    path.get = {
      ...about,
      parameters: routine.parameters.map((one) => ({
        in: 'query',
        name: one.name,
        required: one.required,
        ...typeOf(one.type),
      })),
    };
  }
  return path;
}
