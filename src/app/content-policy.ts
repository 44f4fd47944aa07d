/** Headers every answer of ours carries. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/** What the analytics tag reports to, where a page has one. */
const ANALYTICS = ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com';

/**
 * The content-security policy of a page. `scripts`: hashes or a nonce, and the hosts an account's own scripts name, which
 * they may also report to.
 */
export function contentPolicy(scripts: string[], backendUrl: string): string {
  const named = scripts.filter((source) => source.startsWith('https://'));
  const reports = named
    .map((origin) => (origin === 'https://www.googletagmanager.com' ? ANALYTICS : ` ${origin}`))
    .join('');
  const backend = backendUrl ? ` ${backendUrl} ${backendUrl.replace(/^http/, 'ws')}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${backend}`,
    `media-src 'self' blob: https:${backend}`,
    "font-src 'self' data:",
    `connect-src 'self'${backend}${reports}`,
    "frame-src 'self' https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
