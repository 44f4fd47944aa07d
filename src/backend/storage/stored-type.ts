import { checkFileType, checkNameAndType } from '#base/server/file-type-check.ts';
import { AppError } from '#base/shared/errors.ts';
import type { Cleaner, Limits } from './context.ts';
import { checkContent, essence, isAllowed, parseContentType, UNKNOWN_TYPE } from './media-types.ts';
import { StorageError, storageErrors } from './storage-error.ts';

/** The type a file is stored with, and its cleaner. */
export type StoredType = { mimetype: string; cleaner: Cleaner | undefined; isText: boolean };

/**
 * Checks name, type and first bytes of a file against its bucket. In a strict bucket the type is detected from the
 * content; else it is the declared one.
 * @throws {StorageError} InvalidMimeType.
 */
export async function typeToStore(
  name: string,
  declared: string,
  limits: Pick<Limits, 'types' | 'isStrict' | 'cleanerOf'>,
  head: Uint8Array,
): Promise<StoredType> {
  const declaredType = essence(declared);
  if (!limits.isStrict) {
    await checkContent(declaredType, limits.types, head);
    return { mimetype: declared, cleaner: limits.cleanerOf(declaredType), isText: false };
  }
  if (limits.types && !isAllowed(declaredType, limits.types)) throw storageErrors.invalidMimeType(declaredType);
  const { type, content, isText } = await checkFileType(name, declaredType, head).catch(rethrow);
  if (type !== UNKNOWN_TYPE && limits.types && !isAllowed(type, limits.types))
    throw storageErrors.invalidMimeType(type);
  // A validated text is UTF-8, whatever was declared; other types have no charset.
  const mimetype = isText && parseContentType(declared)?.charset ? `${type}; charset=utf-8` : type;
  return { mimetype, cleaner: limits.cleanerOf(content), isText };
}

/** Checks an upload's declared type before its first byte arrives. @throws {StorageError} InvalidMimeType. */
export function checkDeclaredType(name: string, declared: string, limits: Pick<Limits, 'types' | 'isStrict'>): void {
  const declaredType = essence(declared);
  if (limits.types && !isAllowed(declaredType, limits.types)) throw storageErrors.invalidMimeType(declared);
  if (!limits.isStrict) return;
  try {
    checkNameAndType(name, declaredType);
  } catch (error) {
    rethrow(error);
  }
}

/** Maps errors of the file checks in `base` to errors of this service. */
export function rethrow(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'virus_found') throw new StorageError(422, 'VirusFound', error.message);
  if (error.code === 'scanner_unavailable')
    throw new StorageError(503, 'ScannerUnavailable', error.message, { headers: error.headers });
  if (error.status === 503) throw storageErrors.slowDown();
  throw new StorageError(error.status, error.status === 413 ? 'EntityTooLarge' : 'InvalidMimeType', error.message);
}
