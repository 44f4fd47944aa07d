import type { MiscOption } from '#features/platform/options/schema.ts';

/** The scripts an account names for its pages, its analytics tag last. */
export function accountScripts({ scripts, analytics_id }: MiscOption): readonly { src: string }[] {
  return analytics_id
    ? [...scripts, { src: `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(analytics_id)}` }]
    : scripts;
}

/** Where they come from, for the security policy of the page: each https origin once. */
export function accountScriptOrigins(misc: MiscOption): string[] {
  const origins = accountScripts(misc).map(({ src }) => URL.parse(src)?.origin ?? '');
  return [...new Set(origins)].filter((origin) => origin.startsWith('https:'));
}
