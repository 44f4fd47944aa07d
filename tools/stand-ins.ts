import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';

/**
 * What browsers load of a build in the place of libraries (decision 023); the server renders with the whole ones. Files from the
 * root: `texts` stands in for the two libraries of texts, `ids` for the part of the kit that makes ids.
 */
export function standIns(texts: string, ids: string): Plugin[] {
  return [smallTexts(join(root, texts)), idsDrawnOnce(join(root, ids))].map((plugin) => ({
    ...plugin,
    apply: 'build',
    applyToEnvironment: (environment: { name: string }) => environment.name === 'client',
  }));
}

/** As much of the libraries of texts as screens use. */
function smallTexts(small: string): Plugin {
  return {
    name: 'small-texts',
    enforce: 'pre',
    resolveId: (source) => (source === 'i18next' || source === 'react-i18next' ? small : null),
  };
}

/** Parts of the kit are drawn once when a page comes alive, not twice. */
function idsDrawnOnce(own: string): Plugin {
  return {
    name: 'ids-drawn-once',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/ssr/SSRProvider.mjs') ? own : null),
  };
}
