/** Request headers a visit is derived from. Only what the functions below return is stored. */
export type ViewHeaders = (name: string) => string | null | undefined;

export const MAX_PATH = 300;

/**
 * Whether a request may be counted as a page view: no Do Not Track, no Global Privacy Control, no opt-out by the
 * cookie banner. Bots are filtered elsewhere.
 */
export function isCounted(header: ViewHeaders): boolean {
  if (!header('user-agent') || header('dnt') === '1' || header('sec-gpc') === '1') return false;
  return !/(?:^|;\s*)cookie_preference=(?:required|disabled)/.test(header('cookie') ?? '');
}

/** Prefetched, or not a top-level navigation. */
export function isLookedAt(header: ViewHeaders): boolean {
  if (/prefetch|prerender|preview/i.test(`${header('sec-purpose') ?? ''} ${header('purpose') ?? ''}`)) return false;
  const purpose = header('sec-fetch-dest');
  return !purpose || purpose === 'document';
}

/** Normalizes a page's path: decoded, without a trailing slash. */
export function pathOf(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // An undecodable path stays as it was sent.
  }
  return (
    path
      .replace(/\p{Cc}/gu, '')
      .replace(/(.)\/+$/, '$1')
      .slice(0, MAX_PATH) || '/'
  );
}

export type Device = 'phone' | 'tablet' | 'desktop';

export function deviceOf(agent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(agent)) return 'tablet';
  return /Mobi|iPhone|iPod|Android|Opera Mini|IEMobile/i.test(agent) ? 'phone' : 'desktop';
}

/** The preferred language of `Accept-Language`, without its region: `pt-BR,pt;q=0.9` is `pt`. */
export function languageOf(accepted: string | null | undefined): string {
  return (
    /^\s*([a-z]{2,3})(?:[-_,;]|\s*$)/i
      .exec(accepted ?? '')
      ?.at(1)
      ?.toLowerCase() ?? ''
  );
}

/** The country, only from a header of the CDN or proxy. */
export function countryOf(header: ViewHeaders): string {
  const code = header('cf-ipcountry') ?? header('cloudfront-viewer-country') ?? header('x-vercel-ip-country') ?? '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : '';
}

/** Search engines and social networks with several host names. */
const families: [RegExp, string][] = [
  [/(?:^|\.)google\.[a-z.]+$/, 'google.com'],
  [/(?:^|\.)bing\.com$/, 'bing.com'],
  [/(?:^|\.)duckduckgo\.com$/, 'duckduckgo.com'],
  [/(?:^|\.)yandex\.[a-z.]+$/, 'yandex.com'],
  [/(?:^|\.)(?:facebook\.com|fb\.com|fb\.me)$/, 'facebook.com'],
  [/(?:^|\.)instagram\.com$/, 'instagram.com'],
  [/(?:^|\.)(?:twitter\.com|x\.com|t\.co)$/, 'x.com'],
  [/(?:^|\.)(?:linkedin\.com|lnkd\.in)$/, 'linkedin.com'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'youtube.com'],
  [/(?:^|\.)reddit\.com$/, 'reddit.com'],
];

const clean = (text: string | null, limit: number) =>
  (text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, limit);

/** Source of a visit: its UTM parameters, else the referring site; empty for the site's own pages. */
export function originOf(
  query: URLSearchParams,
  referrer: string | null | undefined,
  host: string,
): { source: string; medium: string; campaign: string } {
  const medium = clean(query.get('utm_medium'), 120);
  const campaign = clean(query.get('utm_campaign'), 200);
  const utmSource = clean(query.get('utm_source') ?? query.get('ref'), 120).toLowerCase();
  if (utmSource) return { source: utmSource, medium, campaign };
  if (!referrer || !/^https?:/.test(referrer) || !URL.canParse(referrer)) return { source: '', medium, campaign };
  const from = new URL(referrer).hostname.replace(/^www\./, '').toLowerCase();
  if (from === host.replace(/^www\./, '')) return { source: '', medium, campaign };
  return { source: (families.find(([form]) => form.test(from))?.[1] ?? from).slice(0, 120), medium, campaign };
}
