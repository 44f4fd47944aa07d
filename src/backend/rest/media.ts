import { failures } from './failure.ts';

/** The form an answer takes. Source: https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html */
export type Media = { kind: 'array' | 'object' | 'csv'; stripsNulls: boolean; contentType: string };

const JSON_ARRAY: Media = { kind: 'array', stripsNulls: false, contentType: 'application/json; charset=utf-8' };
const KNOWN: Record<string, Media> = {
  'application/json': JSON_ARRAY,
  'application/*': JSON_ARRAY,
  '*/*': JSON_ARRAY,
  'application/vnd.pgrst.object+json': {
    kind: 'object',
    stripsNulls: false,
    contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
  },
  'application/vnd.pgrst.object': {
    kind: 'object',
    stripsNulls: false,
    contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
  },
  'application/vnd.pgrst.array+json': JSON_ARRAY,
  'application/vnd.pgrst.array': JSON_ARRAY,
  'text/csv': { kind: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' },
};

/** @throws {RestFailure} PGRST107 where nothing the client accepts can be made. */
export function readAccept(header: string | null): Media {
  if (header === null || header === '' || header === '*/*' || header === 'application/json') return JSON_ARRAY;
  const offers = header
    .slice(0, 1_000)
    .split(',')
    .map((offer) => {
      const [type = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
      const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
      return { type, quality: Number.isNaN(quality) ? 0 : quality, strips: parameters.includes('nulls=stripped') };
    })
    .sort((left, right) => right.quality - left.quality);
  for (const { type, strips } of offers) {
    const media = Object.hasOwn(KNOWN, type) ? KNOWN[type] : undefined;
    if (!media) continue;
    if (!strips || media.kind === 'csv') return media;
    const name = media.kind === 'object' ? 'object' : 'array';
    return {
      ...media,
      stripsNulls: true,
      contentType: `application/vnd.pgrst.${name}+json;nulls=stripped; charset=utf-8`,
    };
  }
  throw failures.mediaType(header);
}

/**
 * SQL that makes the answer's body of the rows `r`. `scalar`: each row is one column of that name, shown by itself.
 */
export function bodySql(media: Media, scalar: string | null): string {
  if (media.kind === 'csv') {
    return `(coalesce((select string_agg(k, ',') from (select json_object_keys(min(row_to_json(r)::text)::json) as k) h), '')
      || E'\\n' || coalesce(string_agg(substring(r::text, 2, length(r::text) - 2), E'\\n'), ''))`;
  }
  const item = scalar === null ? 'r' : `r.${scalar}`;
  if (media.kind === 'object') {
    // One row and no more is sure before this text is used; so the rows' texts end to end are the one row's.
    const one = scalar === null ? 'row_to_json(r)' : `to_json(r.${scalar})`;
    return `coalesce(string_agg(${media.stripsNulls ? `json_strip_nulls(${one})` : one}::text, ''), 'null')`;
  }
  const rows = `json_agg(${item})`;
  return `coalesce(${media.stripsNulls ? `json_strip_nulls(${rows})` : rows}, '[]')::text`;
}
