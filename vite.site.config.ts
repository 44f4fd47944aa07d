import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { islandTexts } from './src/app/site/island-texts.ts';
import { localeCodes } from './src/base/shared/locales.ts';
import { standIns } from './tools/stand-ins.ts';

/** The texts of islands as files of one name each: in the script, twenty languages would weigh more than what reads them. */
function textFiles(): Plugin {
  const texts = localeCodes.flatMap((locale) =>
    [...islandTexts, 'refusals'].map((namespace) => {
      const text = readFileSync(join(import.meta.dirname, 'locales', locale, `${namespace}.json`), 'utf8');
      return { name: `${locale}-${namespace}`, text: JSON.stringify(JSON.parse(text)) };
    }),
  );
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);
  return {
    name: 'text-files',
    config: () => ({ define: { 'import.meta.env.ISLAND_TEXTS': JSON.stringify(version) } }),
    generateBundle() {
      for (const { name, text } of texts)
        this.emitFile({ type: 'asset', fileName: `${name}-${version}.json`, source: text });
    },
  };
}

/** The second, small build: the one script of public pages and the islands it wakes. */
export default defineConfig({
  publicDir: false,
  plugins: [standIns('src/app/site/small-i18n.tsx', 'src/ui/kit-ids.ts', 'src/ui/lucide-icon.ts'), textFiles()],
  build: {
    outDir: 'build/client/site',
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rollupOptions: {
      // A directive of another framework's; it means nothing here.
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      input: 'src/app/site/site-script.ts',
      output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  base: '/site/',
  oxc: { jsx: { runtime: 'automatic' } },
});
