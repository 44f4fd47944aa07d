import { failures } from './failure.ts';
import type { MediaHandler } from './handlers.ts';
import type { Relation, SchemaCache } from './schema-cache.ts';
import { qualified } from './schema-cache.ts';

/** The media type of a response. Source: https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html */
export type Media = {
  /** `raw`: a function or an aggregate of the database produced the body. */
  kind: 'array' | 'object' | 'csv' | 'geojson' | 'raw';
  stripsNulls: boolean;
  contentType: string;
  /** The aggregate that makes the body of rows. */
  handler?: MediaHandler;
  /** Of a raw body: it is bytes, else text. */
  isBytes?: boolean;
  /** The client asks for the execution plan (EXPLAIN) instead of the result. */
  explain?: { format: 'text' | 'json'; options: readonly string[] };
};

export const JSON_ARRAY: Media = {
  kind: 'array',
  stripsNulls: false,
  contentType: 'application/json; charset=utf-8',
};
const JSON_OBJECT: Media = {
  kind: 'object',
  stripsNulls: false,
  contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
};
const KNOWN: Record<string, Media> = {
  'application/json': JSON_ARRAY,
  'application/*': JSON_ARRAY,
  '*/*': JSON_ARRAY,
  'application/vnd.pgrst.object+json': JSON_OBJECT,
  'application/vnd.pgrst.object': JSON_OBJECT,
  'application/vnd.pgrst.array+json': JSON_ARRAY,
  'application/vnd.pgrst.array': JSON_ARRAY,
  'text/csv': { kind: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' },
};
const GEOJSON: Media = {
  kind: 'geojson',
  stripsNulls: false,
  contentType: 'application/geo+json; charset=utf-8',
};
const ANY = '*/*';
const PLAN = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/;
const PLAN_OPTIONS = new Set(['analyze', 'verbose', 'settings', 'buffers', 'wal']);

/** What forms there are beside the usual ones. */
export type MediaOffer = {
  planEnabled: boolean;
  hasGeoJson: boolean;
  /** By media type; those for one relation hold only where all its columns are shown. */
  handlers: ReadonlyMap<string, MediaHandler>;
  /** What the function called makes by itself: a domain named for a media type. */
  own: { type: string; isBytes: boolean } | null;
};

export const USUAL: MediaOffer = { planEnabled: false, hasGeoJson: false, handlers: new Map(), own: null };

type ReportParams = { type: string; quality: number; parameters: readonly string[] };

/** @throws {RestFailure} PGRST107 if no accepted media type can be produced. */
export function readAccept(header: string | null, offer: MediaOffer = USUAL): Media {
  const isUsual = offer.own === null && offer.handlers.size === 0;
  if (header === null || header === '' || header === '*/*') {
    return isUsual ? JSON_ARRAY : (mediaOf({ type: '*/*', quality: 1, parameters: [] }, offer) ?? JSON_ARRAY);
  }
  if (isUsual && header === 'application/json') return JSON_ARRAY;
  const ranges = header.slice(0, 1_000).split(',').map(readRange);
  for (const range of ranges.sort((left, right) => right.quality - left.quality)) {
    const media = mediaOf(range, offer);
    if (media) return media;
  }
  throw failures.mediaType(header);
}

function readRange(text: string): ReportParams {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = rest.map((parameter) => parameter.replace(/\s*=\s*/, '='));
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { type: type.toLowerCase(), quality: Number.isNaN(quality) ? 0 : quality, parameters };
}

function mediaOf(range: ReportParams, offer: MediaOffer): Media | undefined {
  const { type, parameters } = range;
  const plan = PLAN.exec(type);
  if (plan) return offer.planEnabled ? planMedia(plan[1] === 'json' ? 'json' : 'text', parameters, offer) : undefined;
  if (offer.own !== null) return ownMedia(type, offer.own);
  const any = offer.handlers.get(ANY);
  // A handler of this relation matches any range; a handler of any relation only its own media type.
  const handler = any?.relationOid ? any : offer.handlers.get(type);
  if (handler && !type.includes('vnd.pgrst.')) {
    return {
      kind: 'raw',
      stripsNulls: false,
      contentType: contentTypeOf(handler.media),
      handler,
      isBytes: handler.isBytes,
    };
  }
  if (type === 'application/geo+json') return offer.hasGeoJson ? GEOJSON : undefined;
  const media = Object.hasOwn(KNOWN, type) ? KNOWN[type] : undefined;
  if (!media || media.kind === 'csv' || !parameters.includes('nulls=stripped')) return media;
  const name = media.kind === 'object' ? 'object' : 'array';
  const contentType = `application/vnd.pgrst.${name}+json;nulls=stripped; charset=utf-8`;
  return { ...media, stripsNulls: true, contentType };
}

/** A function whose return type is a media type produces that type, or JSON if only JSON is accepted. */
function ownMedia(name: string, { type, isBytes }: NonNullable<MediaOffer['own']>): Media | undefined {
  const isMeant = type === ANY || name === ANY || name === type || name === `${type.split('/')[0]}/*`;
  if (!isMeant) return Object.hasOwn(KNOWN, name) && KNOWN[name]?.kind === 'array' ? KNOWN[name] : undefined;
  return { kind: 'raw', stripsNulls: false, contentType: contentTypeOf(type), isBytes };
}

/** Media types that get a charset; for any other the function sets it in `response.headers`. */
const IN_UTF8 = new Set(['application/json', 'application/geo+json', 'text/csv', 'text/plain', 'text/xml']);

/** As published, a handler of any type produces bytes unless it sets another type. */
function contentTypeOf(type: string): string {
  if (type === ANY) return 'application/octet-stream';
  return IN_UTF8.has(type) ? `${type}; charset=utf-8` : type;
}

function planMedia(format: 'text' | 'json', parameters: readonly string[], offer: MediaOffer): Media | undefined {
  const value = (name: string) =>
    parameters
      .find((parameter) => parameter.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replace(/^"|"$/g, '');
  const target = value('for') ?? 'application/json';
  const inner = mediaOf(readRange(target), offer);
  if (!inner || inner.explain) return undefined;
  const options = (value('options') ?? '').split('|').filter((option) => PLAN_OPTIONS.has(option));
  const contentType = `application/vnd.pgrst.plan+${format}; for="${target}"${options.length > 0 ? `; options=${options.join('|')}` : ''}`;
  return { ...inner, contentType: `${contentType}; charset=utf-8`, explain: { format, options } };
}

/** The row `r`, unambiguous if one of its columns is also called `r`. */
const ROW = 'r.*';

/** SQL of one row `r` as JSON; null if the response body is not made of JSON rows. */
export function rowSql(media: Media): string | null {
  if (media.kind !== 'array' && media.kind !== 'object') return null;
  return media.stripsNulls ? 'json_strip_nulls(row_to_json(r.*))::text' : 'row_to_json(r.*)::text';
}

/** Joins the JSON of the rows into a response body, formatted like PostgreSQL's `json_agg`. */
export function joinRows(media: Media, rows: readonly { body: string | Buffer | null }[]): string {
  const texts = rows.map(({ body }) => body);
  return media.kind === 'object' ? texts.join('') : `[${texts.join(', \n ')}]`;
}

/**
 * SQL of the response body over the rows `r`. `scalar`: each row is this one column, shown as a bare value.
 */
export function bodySql(media: Media, scalar: string | null, cache: SchemaCache, relation: Relation | null): string {
  const item = scalar === null ? ROW : `r.${scalar}`;
  if (media.kind === 'raw') {
    // As a type of its own, JSON would come as the value it stands for.
    const cast = media.isBytes ? '' : '::text';
    if (!media.handler) return `(array_agg(${item}))[1]${cast}`;
    const isOfTable = media.handler.relationOid !== null && relation !== null;
    const row = scalar === null ? (isOfTable ? `(${ROW})::${qualified(relation)}` : ROW) : item;
    return `${qualified(media.handler)}(${row})${cast}`;
  }
  if (media.kind === 'geojson' && cache.geoJson) {
    const features = `coalesce(json_agg(${qualified(cache.geoJson)}(${ROW})::json), '[]')`;
    return `json_build_object('type', 'FeatureCollection', 'features', ${features})::text`;
  }
  if (media.kind === 'csv') {
    return `(coalesce((select string_agg(k, ',') from (select json_object_keys(min(row_to_json(r.*)::text)::json) as k) h), '')
      || E'\\n' || coalesce(string_agg(substring((r.*)::text, 2, length((r.*)::text) - 2), E'\\n'), ''))`;
  }
  if (media.kind === 'object') {
    // One row and no more is sure before this text is used; so the rows' texts end to end are the one row's.
    const row = scalar === null ? 'row_to_json(r.*)' : `to_json(r.${scalar})`;
    return `coalesce(string_agg(${media.stripsNulls ? `json_strip_nulls(${row})` : row}::text, ''), 'null')`;
  }
  const rows = `json_agg(${item})`;
  return `coalesce(${media.stripsNulls ? `json_strip_nulls(${rows})` : rows}, '[]')::text`;
}
