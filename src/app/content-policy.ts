import { createHash } from 'node:crypto';
import { remember } from '#base/shared/remember.ts';

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

const INERT = /type="(?:application\/(?:ld\+)?json)"/;

const hashes = remember<string>(500);

/** The hashes of the scripts that stand in a finished page, for a policy without `unsafe-inline`. */
export function inlineScriptHashes(html: string): string[] {
  const found = new Set<string>();
  for (let place = html.indexOf('<script'); place >= 0; ) {
    const opened = html.indexOf('>', place);
    const end = html.indexOf('</script>', opened);
    if (opened < 0 || end < 0) break;
    const tag = html.slice(place, opened);
    const body = html.slice(opened + 1, end);
    // The same few scripts stand in all pages.
    if (body !== '' && !/\bsrc=/.test(tag) && !INERT.test(tag))
      found.add(hashes(body, () => `'sha256-${createHash('sha256').update(body).digest('base64')}'`));
    place = html.indexOf('<script', end);
  }
  return [...found];
}

const SCRIPTS_OF_ACCOUNT = '<script type="application/json" id="account-scripts"';

/** The origins of the account's own scripts that stand in a finished page as inert text. */
export function namedScriptOrigins(html: string): string[] {
  const place = html.indexOf(SCRIPTS_OF_ACCOUNT);
  const text = place < 0 ? undefined : /^[^>]*>([^<]*)<\/script>/.exec(html.slice(place))?.[1];
  if (!text) return [];
  const scripts = JSON.parse(text) as { src: string }[];
  return [...new Set(scripts.map(({ src }) => URL.parse(src)?.origin ?? ''))].filter((origin) =>
    /^https:/.test(origin),
  );
}

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
