import { isGuardedPath } from '#base/shared/guarded-places.ts';

/** Headers every answer of ours carries. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/** A year of https alone for this host (RFC 6797). Not for names below it: a domain of an account may have others. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** What the analytics tag reports to, where a page has one. */
const ANALYTICS = ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com';

/** The same at a path: where people prove who they are or pay, no page frames it. */
export function headersAt(pathname: string): Record<string, string> {
  return isGuardedPath(pathname) ? { ...securityHeaders, 'x-frame-options': 'DENY' } : securityHeaders;
}

type PolicyParts = {
  /** Hashes or a nonce, and the hosts an account's own scripts name, which they may also report to. */
  scripts: readonly string[];
  /** Of a hosted backend; empty for our own. */
  backendUrl: string;
  /** FILES_ORIGIN, where public files of ours lead to. */
  filesOrigin?: string | undefined;
  /** A further origin of pictures, for a page that stands on another host than its account's. */
  pictures?: string | undefined;
  /** Where people prove who they are or pay, no page frames it. */
  mayBeFramed?: boolean;
};

/** The content-security policy of a page. */
export function contentPolicy({ scripts, backendUrl, filesOrigin, pictures, mayBeFramed = true }: PolicyParts): string {
  const named = scripts.filter((source) => source.startsWith('https://'));
  const reports = named
    .map((origin) => (origin === 'https://www.googletagmanager.com' ? ANALYTICS : ` ${origin}`))
    .join('');
  const backend = backendUrl ? ` ${backendUrl} ${backendUrl.replace(/^http/, 'ws')}` : '';
  const files = filesOrigin ? ` ${filesOrigin}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${backend}${files}${pictures ? ` ${pictures}` : ''}`,
    `media-src 'self' blob: https:${backend}${files}`,
    "font-src 'self' data:",
    `connect-src 'self'${backend}${files}${reports}`,
    `frame-src 'self' https:${files}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${mayBeFramed ? "'self'" : "'none'"}`,
  ].join('; ');
}
