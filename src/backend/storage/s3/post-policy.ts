import { s3Errors } from './s3-error.ts';

/** Minimum and maximum bytes of a file. */
export type LengthRange = { min: number; max: number };

/** Fields no condition covers: the signature and the policy themselves. */
const FREE = new Set(['policy', 'x-amz-signature']);

/**
 * Checks the fields of a form, by their names in lower case, against its signed policy: every condition must hold, and
 * every field must be covered by one. `bucket` is the one of the URL.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 * @throws {S3Error} AccessDenied, InvalidPolicyDocument.
 */
export function checkPolicy(
  policy: string,
  fields: ReadonlyMap<string, string>,
  bucket: string,
  now = Date.now(),
): LengthRange {
  const { expiration, conditions } = readPolicy(policy);
  if (Date.parse(expiration) <= now) throw s3Errors.expired();
  const values = new Map(fields).set('bucket', bucket);
  const named = new Set<string>();
  const range: LengthRange = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const condition of conditions) {
    const read = readCondition(condition);
    if (read.operator === 'content-length-range') {
      range.min = Math.max(range.min, read.min);
      range.max = Math.min(range.max, read.max);
      continue;
    }
    const { operator, field, value } = read;
    const actual = values.get(field);
    const isMet = operator === 'eq' ? actual === value : actual?.startsWith(value);
    if (!isMet) throw s3Errors.accessDenied(`Policy condition failed: "${field.slice(0, 100)}" does not match`);
    named.add(field);
  }
  for (const field of values.keys()) {
    if (FREE.has(field) || field.startsWith('x-ignore-') || named.has(field)) continue;
    throw s3Errors.accessDenied(`Policy condition failed: field "${field.slice(0, 100)}" is not covered by the policy`);
  }
  return range;
}

function readPolicy(policy: string): { expiration: string; conditions: unknown[] } {
  try {
    const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8')) as {
      expiration?: unknown;
      conditions?: unknown;
    };
    if (typeof expiration === 'string' && !Number.isNaN(Date.parse(expiration)) && Array.isArray(conditions)) {
      return { expiration, conditions };
    }
  } catch {
    // Falls through to the error below.
  }
  throw s3Errors.invalidPolicy('The policy must be JSON with an expiration and a list of conditions.');
}

type Condition =
  | { operator: 'eq' | 'starts-with'; field: string; value: string }
  | { operator: 'content-length-range'; min: number; max: number };

/** `{"field": "value"}`, `["eq" or "starts-with", "$field", "value"]` or `["content-length-range", min, max]`. */
function readCondition(condition: unknown): Condition {
  if (Array.isArray(condition)) {
    const [operator, second, third] = condition as unknown[];
    if (operator === 'content-length-range') {
      const [min, max] = [Number(second), Number(third)];
      if (Number.isSafeInteger(min) && Number.isSafeInteger(max)) return { operator, min: min, max: max };
    } else if (
      (operator === 'eq' || operator === 'starts-with') &&
      typeof second === 'string' &&
      second.startsWith('$') &&
      typeof third === 'string'
    ) {
      return { operator, field: second.slice(1).toLowerCase(), value: third };
    }
  } else if (typeof condition === 'object' && condition !== null) {
    const [entry, ...rest] = Object.entries(condition);
    if (entry && rest.length === 0 && typeof entry[1] === 'string') {
      return { operator: 'eq', field: entry[0].toLowerCase(), value: entry[1] };
    }
  }
  throw s3Errors.invalidPolicy('A condition of the policy is not one that is known.');
}
