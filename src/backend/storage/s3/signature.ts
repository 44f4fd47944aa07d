import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { s3Errors } from './s3-error.ts';

/** The credentials of a signature. */
export type Signer = { accessKey: string; sessionToken: string | null };

/** The signature of a request, from its headers or its query. */
export type Signature = Signer & {
  /** `YYYYMMDD/region/service/aws4_request` */
  scope: string;
  signedHeaders: readonly string[];
  value: string;
  /** `YYYYMMDDTHHMMSSZ` */
  time: string;
  isPresigned: boolean;
  /** Value of x-amz-content-sha256. */
  payload: string;
};

export const ALGORITHM = 'AWS4-HMAC-SHA256';
const SKEW_MS = 15 * 60 * 1000;
const MAX_SECONDS = 7 * 24 * 60 * 60;
const CREDENTIAL = /^([^/]{1,256})\/(\d{8})\/([\w-]{1,64})\/([\w-]{1,32})\/aws4_request$/;
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/**
 * Reads AWS signature version 4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 * @throws {S3Error} if it is missing, malformed, expired or not valid yet.
 */
export function readSignature(request: Request, url: URL, now = Date.now()): Signature {
  const authorization = request.headers.get('authorization') ?? '';
  if (authorization.startsWith(`${ALGORITHM} `)) return fromHeader(request, authorization, now);
  if (url.searchParams.has('X-Amz-Signature')) return fromQuery(url.searchParams, now);
  throw s3Errors.accessDenied('Missing signature');
}

function fromHeader(request: Request, authorization: string, now: number): Signature {
  const parts = new Map(
    authorization
      .slice(ALGORITHM.length + 1)
      .split(',')
      .map((part) => {
        const [name, ...rest] = part.trim().split('=');
        return [name ?? '', rest.join('=')];
      }),
  );
  const time = request.headers.get('x-amz-date') ?? '';
  const sentAt = millisecondsOf(time);
  if (sentAt === null) throw s3Errors.accessDenied('AWS authentication requires a valid x-amz-date header');
  if (Math.abs(now - sentAt) > SKEW_MS) throw s3Errors.skewed();
  const payload = request.headers.get('x-amz-content-sha256');
  if (!payload) throw s3Errors.invalidRequest('Missing required header for this request: x-amz-content-sha256');
  return checked({
    credential: parts.get('Credential') ?? '',
    signedHeaders: parts.get('SignedHeaders') ?? '',
    value: parts.get('Signature') ?? '',
    time,
    sessionToken: request.headers.get('x-amz-security-token'),
    isPresigned: false,
    payload,
  });
}

function fromQuery(query: URLSearchParams, now: number): Signature {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) {
    throw s3Errors.malformedAuthorization('X-Amz-Algorithm only supports AWS4-HMAC-SHA256');
  }
  const time = query.get('X-Amz-Date') ?? '';
  const sentAt = millisecondsOf(time);
  const seconds = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (sentAt === null || !Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
    throw s3Errors.malformedAuthorization('X-Amz-Date or X-Amz-Expires is not valid');
  }
  if (now > sentAt + seconds * 1000) throw s3Errors.expired();
  if (sentAt - now > SKEW_MS) throw s3Errors.accessDenied('Request is not yet valid');
  return checked({
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    value: query.get('X-Amz-Signature') ?? '',
    time,
    sessionToken: query.get('X-Amz-Security-Token'),
    isPresigned: true,
    payload: 'UNSIGNED-PAYLOAD',
  });
}

function checked(
  claimed: { credential: string; signedHeaders: string } & Omit<Signature, 'accessKey' | 'scope' | 'signedHeaders'>,
): Signature {
  const { credential, signedHeaders, ...rest } = claimed;
  const signer = readCredential(credential, rest.time);
  const names = signedHeaders.split(';');
  if (!names.includes('host') || names.length > 100 || !names.every((name) => /^[a-z\d!#$%&'*+.^_`|~-]+$/.test(name))) {
    throw s3Errors.malformedAuthorization('The signed headers are malformed');
  }
  if (!/^[\da-f]{64}$/.test(rest.value)) throw s3Errors.wrongSignature();
  return { ...rest, ...signer, signedHeaders: names };
}

/** `key/YYYYMMDD/region/service/aws4_request`, of the day of `time`. @throws {S3Error} AuthorizationHeaderMalformed. */
export function readCredential(credential: string, time: string): { accessKey: string; scope: string } {
  const match = CREDENTIAL.exec(credential);
  if (!match) throw s3Errors.malformedAuthorization('The credential is malformed');
  if (millisecondsOf(time) === null || match[2] !== time.slice(0, 8)) {
    throw s3Errors.malformedAuthorization('The date of the credential is not the one of the request');
  }
  const [, accessKey = '', ...scope] = match;
  return { accessKey, scope: [...scope, 'aws4_request'].join('/') };
}

/** Whether a request carries a signature in its headers or its query. */
export function isSigned(request: Request, url: URL): boolean {
  return (
    (request.headers.get('authorization') ?? '').startsWith(`${ALGORITHM} `) || url.searchParams.has('X-Amz-Signature')
  );
}

function millisecondsOf(time: string): number | null {
  const match = TIME.exec(time);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The signing key for one day, region and service. */
export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer;
}

/** Returns the signing key. @throws {S3Error} SignatureDoesNotMatch: made with none of `secrets`, or for another request. */
export function verifySignature(signature: Signature, request: Request, url: URL, secrets: readonly string[]): Buffer {
  const toSign = [ALGORITHM, signature.time, signature.scope, sha256(canonical(signature, request, url))].join('\n');
  for (const secret of secrets) {
    const key = signingKey(secret, signature.scope);
    if (isSame(hmac(key, toSign), signature.value)) return key;
  }
  throw s3Errors.wrongSignature();
}

export function isSame(right: Buffer, claimed: string): boolean {
  const left = Buffer.from(claimed, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}

/** RFC 3986 as the protocol requires it: encodes more than `encodeURIComponent`. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw s3Errors.invalidRequest('The address is not encoded well.');
  }
}

function canonical(signature: Signature, request: Request, url: URL): string {
  const path = url.pathname
    .split('/')
    .map((part) => encode(decoded(part)))
    .join('/');
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [encode(decoded(name)), encode(decoded(value))] as const;
    })
    .sort(([leftName, left], [rightName, right]) =>
      leftName === rightName ? (left < right ? -1 : left > right ? 1 : 0) : leftName < rightName ? -1 : 1,
    )
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = signature.signedHeaders.map((name) => {
    const value = name === 'host' ? (request.headers.get('host') ?? url.host) : (request.headers.get(name) ?? '');
    return `${name}:${value.trim().replace(/ +/g, ' ')}\n`;
  });
  return [request.method, path, query, headers.join(''), signature.signedHeaders.join(';'), signature.payload].join(
    '\n',
  );
}
