import { storageErrors } from './storage-error.ts';

/** The published set: letters and digits of ASCII and the characters S3 calls safe or in need of care. */
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/;
const KEY_BYTES = 1024;

/** @throws {StorageError} InvalidKey: foreign characters, over 1024 bytes, empty or dotted folders. */
export function checkKey(key: string): string {
  if (key.length > KEY_BYTES || !KEY.test(key)) throw storageErrors.invalidKey(key);
  // Nothing on disk is named after a key; dotted parts are refused because other tools would resolve them.
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..')) throw storageErrors.invalidKey(key);
  return key;
}

/** @throws {StorageError} InvalidBucketName. */
export function checkBucketName(name: unknown): string {
  if (typeof name !== 'string' || !BUCKET.test(name) || name !== name.trim() || /^\.{1,2}$/.test(name)) {
    throw storageErrors.invalidBucketName();
  }
  return name;
}

const UNITS: Record<string, number> = { '': 1, B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Bytes from a number or from text such as `20MB`; null where no limit is meant. */
export function readSizeLimit(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const match = /^(\d{1,12})\s*(B|KB|MB|GB)?$/i.exec(String(value).trim());
  const unit = UNITS[(match?.[2] ?? '').toUpperCase()];
  if (!match || unit === undefined) {
    throw storageErrors.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  }
  return Number(match[1]) * unit;
}

const MIME = /^[a-z0-9!#$&^_.+-]{1,100}\/(?:\*|[a-z0-9!#$&^_.+-]{1,100})$/i;

/** The types a bucket takes (`image/png`, `image/*`); null where it takes all. */
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
