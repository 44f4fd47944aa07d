import type { DataRequest, DataResponse } from '#base/server/call.ts';
import { CORS } from './cors.ts';
import { failures, RestFailure } from './failure.ts';
import type { LoadedSchema } from './known-schema.ts';
import { nameOf, relationOf } from './planner.ts';
import type { Relation } from './schema-cache.ts';
import { schemaIn } from './schema-header.ts';

/**
 * The response to OPTIONS: the methods a resource allows.
 * Source: https://docs.postgrest.org/en/stable/references/api/options.html
 * @throws {RestFailure} PGRST205, PGRST202, PGRST125
 */
export function resourceOptions({ cache }: LoadedSchema, schema: string, path: string): DataResponse {
  return { status: 200, headers: { ...CORS, allow: allowed() }, body: null };

  function allowed(): string {
    if (path === '/') return 'OPTIONS,GET,HEAD';
    if (!path.startsWith('/rpc/')) return ofRelation(relationOf(cache, schema, nameOf(path)));
    const name = nameOf(path.slice('/rpc'.length));
    const routines = cache.routines(schema, name);
    if (routines.length === 0) {
      throw new RestFailure(404, 'PGRST202', `Could not find the function ${schema}.${name} in the schema cache`);
    }
    return routines.every((routine) => routine.volatility === 'volatile') ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST';
  }
}

function ofRelation(relation: Relation): string {
  const methods = ['OPTIONS,GET,HEAD'];
  if (relation.canInsert) methods.push('POST');
  if (relation.canInsert && relation.canUpdate && relation.key.length > 0) methods.push('PUT');
  if (relation.canUpdate) methods.push('PATCH');
  if (relation.canDelete) methods.push('DELETE');
  return methods.join(',');
}

/**
 * The schema a request selects by its profile header.
 * Source: https://docs.postgrest.org/en/stable/references/api/schemas.html
 * @throws {RestFailure} PGRST106
 */
export function schemaOf({ method, headers }: DataRequest, schemas: readonly string[]): string {
  const isRead = method === 'GET' || method === 'HEAD';
  const header = headers[isRead ? 'accept-profile' : 'content-profile'];
  if (header === undefined) return schemas[0] ?? 'public';
  const schema = schemaIn(header);
  if (!schemas.includes(schema)) throw failures.schema(schema, schemas);
  return schema;
}
