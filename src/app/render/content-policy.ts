import { isGuardedPath } from '#base/shared/guarded-paths.ts';

/** Headers of every response except those of the services. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/** HSTS for a year (RFC 6797). Without subdomains: a domain of an account may have others. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Hosts that the analytics tag reports to. */
const ANALYTICS = ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com';

/** The same for a path: sign-in and payment must not be framed. */
export function headersAt(pathname: string): Record<string, string> {
  return isGuardedPath(pathname) ? { ...securityHeaders, 'x-frame-options': 'DENY' } : securityHeaders;
}

type PolicyParts = {
  /** Hashes or a nonce, and the origins of an account's own scripts, which may also report there. */
  scripts: readonly string[];
  /** Of a hosted backend; empty for our own. */
  backendUrl: string;
  /** FILES_ORIGIN, which serves our public files. */
  filesOrigin?: string | undefined;
  /** A further origin of pictures, for a page on another host than its account's. */
  pictures?: string | undefined;
  /** False for sign-in and payment. */
  mayBeFramed?: boolean;
};

/** The content-security policy of a page. */
export function contentPolicy({ scripts, backendUrl, filesOrigin, pictures, mayBeFramed = true }: PolicyParts): string {
  const origins = scripts.filter((source) => source.startsWith('https://'));
  const reports = origins
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
