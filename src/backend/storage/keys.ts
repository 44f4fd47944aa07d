import type { StorageContext } from './context.ts';
import { storageErrors } from './storage-error.ts';

/** The published set: ASCII letters and digits, and the characters S3 calls safe or requiring special handling. */
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/;
const KEY_BYTES = 1024;

/**
 * @throws {StorageError} InvalidKey: unsupported characters, over 1024 bytes, dot segments; in a guarded service also
 * empty segments, which the published service accepts.
 */
export function checkKey(context: Pick<StorageContext, 'guard'>, key: string): string {
  if (key.length > KEY_BYTES || !KEY.test(key)) throw storageErrors.invalidKey(key);
  // Files on disk are not named after keys; these segments are rejected because other tools would resolve them.
  const forbidden = context.guard ? ['', '.', '..'] : ['.', '..'];
  if (key.split('/').some((part) => forbidden.includes(part))) throw storageErrors.invalidKey(key);
  return key;
}

/** @throws {StorageError} InvalidBucketName. */
export function checkBucketName(name: unknown): string {
  if (typeof name !== 'string' || !BUCKET.test(name) || name !== name.trim() || /^\.{1,2}$/.test(name)) {
    throw storageErrors.invalidBucketName();
  }
  return name;
}

const UNITS: Record<string, number> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** Bytes from a number or a text such as `20MB`, with decimal units as published; null for no limit. */
export function readSizeLimit(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const match = /^(\d{1,12}(?:\.\d{1,3})?)\s*(B|KB|MB|GB)?$/i.exec(String(value).trim());
  const unit = UNITS[(match?.[2] ?? '').toUpperCase()];
  if (!match || unit === undefined) {
    throw storageErrors.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  }
  return Math.round(Number(match[1]) * unit);
}

const MIME = /^[a-z0-9!#$&^_.+-]{1,100}\/(?:\*|[a-z0-9!#$&^_.+-]{1,100})$/i;

/** The types a bucket accepts (`image/png`, `image/*`); null for all. */
export function readMimeTypes(value: unknown): string[] | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value) || value.length > 200) {
    throw storageErrors.invalidRequest('allowed_mime_types must be a list of at most 200 types.');
  }
  if (value.length === 0) return null;
  for (const mime of value) {
    if (typeof mime !== 'string' || (mime !== '*/*' && !MIME.test(mime))) {
      throw storageErrors.invalidMimeType(String(mime).slice(0, 100));
    }
  }
  return value as string[];
}
