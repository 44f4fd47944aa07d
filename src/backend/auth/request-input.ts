import { isIP } from 'node:net';
import { z } from 'zod';
import { readBytes } from '#base/server/http.ts';
import { networkOf } from '#base/server/network.ts';
import { AppError } from '#base/shared/errors.ts';
import { validationMessage } from '#base/shared/validation-messages.ts';
import { AuthError, authErrors } from './auth-error.ts';

const BODY_LIMIT = 65_536;
const METADATA_LIMIT = 16_384;

/** A PKCE challenge as the client sends it with requests that send a mail. null and '' count as absent. */
export const challengeShape = {
  code_challenge: z.string().max(128).nullish(),
  code_challenge_method: z.string().max(16).nullish(),
};

export const metadata = z.record(z.string(), z.unknown());

/** @throws {AuthError} 404 validation_failed for a malformed id in a path. */
export function uuidIn(text: string, name: string): string {
  if (!isUuid(text)) throw authErrors.validation(`${name} must be an UUID`, 404);
  return text.toLowerCase();
}

/** @throws {AuthError} 400 validation_failed. */
export function parseEmail(text: string): string {
  const parsed = email.safeParse(text);
  if (!parsed.success) throw authErrors.validation('Unable to validate email address: invalid format');
  return parsed.data;
}

/** Lower case, trimmed. Only a mail can prove that a mailbox exists; this rejects malformed addresses. */
const email = z
  .string()
  .max(255)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@.<>(),;:"\\[\]]+$/.test(text), {
    message: 'Unable to validate email address: invalid format',
  });

export const optionalText = z.string().max(2_048).nullish();

/**
 * The parsed body in the given shape; an empty body counts as `{}`.
 * @throws {AuthError} 400 bad_json or validation_failed, 413 over 64 KiB.
 */
export async function readInput<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.output<Shape>> {
  const bytes = await readBytes(request, BODY_LIMIT).catch((error: unknown) => {
    if (error instanceof AppError) throw new AuthError(error.status, 'validation_failed', error.message);
    throw error;
  });
  let value: unknown = {};
  if (bytes.byteLength > 0) {
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw authErrors.badJson();
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw authErrors.badJson();
  const parsed = shape.safeParse(value, { error: validationMessage });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.');
  const message = issue?.message ?? 'The request is not valid';
  throw authErrors.validation(field && issue?.code !== 'custom' ? `${field}: ${message}` : message);
}

/** Merges as GoTrue does: a key set to null is removed. @throws {AuthError} 400 past 16 KiB, since tokens carry it. */
export function mergeMetadata(
  existing: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...existing, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > METADATA_LIMIT) {
    throw authErrors.validation(`Metadata cannot be larger than ${METADATA_LIMIT} bytes`);
  }
  return merged;
}

/** The client's IP address, for limits and the log: our server sets the header and drops one sent by the client. */
export function clientAddress(request: Request): string {
  const address = request.headers.get('x-stoa-client-address')?.trim() ?? '';
  return isIP(address) ? address : '127.0.0.1';
}

/** The network rate limits count by. */
export function clientNetwork(request: Request): string {
  return networkOf(clientAddress(request));
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuidShape.test(text);
}
