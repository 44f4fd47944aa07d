import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';

/**
 * What browsers load of a build in the place of libraries (decision 023); the server renders with the whole ones, but for icons.
 * Files from the root: `texts` stands in for the two libraries of texts, `ids` for the part of the kit that makes ids, `icons` for
 * what makes components of icons.
 */
export function standIns(texts: string, ids: string, icons: string): Plugin[] {
  const ofBrowsers = [smallDbClient(), smallTexts(join(root, texts)), idsDrawnOnce(join(root, ids))].map((plugin) => ({
    ...plugin,
    applyToEnvironment: (environment: { name: string }) => environment.name === 'client',
  }));
  return [...ofBrowsers, iconsMadeOnce(join(root, icons))].map((plugin) => ({ ...plugin, apply: 'build' }));
}

/** Screens ask with the small client; it alone may load the whole one. */
function smallDbClient(): Plugin {
  const whole = join(root, 'src/base/browser/db-client.ts');
  const small = join(root, 'src/base/browser/db-reader.ts');
  return {
    name: 'small-db-client',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('/db-client.ts') || importer === small) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id === whole ? small : found;
    },
  };
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

/** An icon is put together once, not each time it is drawn: in browsers and on the server, which write the same. */
function iconsMadeOnce(own: string): Plugin {
  const icons = join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs');
  return {
    name: 'icons-made-once',
    enforce: 'pre',
    resolveId: (source, importer) => {
      // As the library says of itself: else every icon would stand where the first of them does.
      const moduleSideEffects = false;
      if (source === 'lucide-react') return { id: icons, moduleSideEffects };
      const isMaker = source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react');
      return isMaker ? { id: own, moduleSideEffects } : null;
    },
  };
}
