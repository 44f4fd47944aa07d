/** An aggregate of the database that turns rows into a body of some media type. */
export type MediaHandler = {
  media: string;
  schema: string;
  name: string;
  /** The relation whose rows it aggregates; null for any rows. */
  relationOid: number | null;
  /** It returns bytea, else text. */
  isBytes: boolean;
};

/**
 * Aggregates whose result is a domain named for a media type. `$1` is text[].
 * Source: https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html
 */
export const HANDLERS = `
select lower(t.typname) as media, n.nspname as schema, p.proname as name, nullif(arg.typrelid, 0)::int8 as relation,
  t.typbasetype = 'bytea'::regtype as is_bytes
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
  join pg_type arg on arg.oid = p.proargtypes[0]
where p.prokind = 'a' and p.pronargs = 1 and n.nspname = any($1) and t.typtype = 'd'
  and t.typname ~ '^(\\*/\\*|[\\w.+-]+/[\\w.+-]+)$' and (arg.typrelid <> 0 or arg.typname in ('anyelement', 'record'))`;

/** The function PostGIS makes features with, if it is there. */
export const GEOJSON = `
select n.nspname as schema, p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype
  and p.pronargs - p.pronargdefaults <= 1 limit 1`;

export type HandlerRow = {
  media: string;
  schema: string;
  name: string;
  relation: string | number | null;
  is_bytes: boolean;
};

/** Handlers for one relation by media type; its own take precedence over those for any relation. */
export function handlersFor(handlers: readonly MediaHandler[], relationOid: number | null, isWhole: boolean) {
  const byMediaType = new Map<string, MediaHandler>();
  for (const handler of handlers) {
    if (handler.relationOid === null) {
      if (!byMediaType.has(handler.media)) byMediaType.set(handler.media, handler);
    } else if (isWhole && handler.relationOid === relationOid) byMediaType.set(handler.media, handler);
  }
  return byMediaType;
}
