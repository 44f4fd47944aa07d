import { createHash } from 'node:crypto';
import { addressScript } from '../site/address-script.ts';
import { nextPageRules } from '../site/next-page-rules.ts';
import { noticeScript } from '../site/notice-script.ts';
import { pressScript, themeScript } from '../site/theme-script.ts';
import { afterPaintScript, beforePaintScript } from './first-paint/inline-scripts.ts';

/** Every inline script that a public page may hold. */
const inlineScripts = [
  `${addressScript};${themeScript};${pressScript}`,
  noticeScript,
  nextPageRules,
  beforePaintScript,
  afterPaintScript,
];

/**
 * Their hashes for the content security policy. They are listed here and never taken from a page: an injected script must
 * not become an allowed one.
 */
export const inlineScriptSources: readonly string[] = inlineScripts.map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);
