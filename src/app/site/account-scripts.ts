import type { MiscOption } from '#features/platform/options/schema.ts';

/** The scripts an account adds to its pages, its analytics tag last. */
export function accountScripts({ scripts, analytics_id }: MiscOption): readonly { src: string }[] {
  return analytics_id
    ? [...scripts, { src: `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(analytics_id)}` }]
    : scripts;
}

/** Their https origins, for the content security policy. */
export function accountScriptOrigins(misc: MiscOption): string[] {
  const origins = accountScripts(misc).map(({ src }) => URL.parse(src)?.origin ?? '');
  return [...new Set(origins)].filter((origin) => origin.startsWith('https:'));
}
