import { defineConfig } from 'vite';
import { islandChunks } from './tools/client-chunks.ts';
import { islandTextFiles } from './tools/island-texts.ts';
import { noServerImports } from './tools/server-imports.ts';
import { standIns } from './tools/stand-ins.ts';

/** The second, small build: the one script of public pages and the islands it wakes. */
export default defineConfig({
  publicDir: false,
  plugins: [noServerImports(), standIns('src/app/i18n/small-i18n.tsx', 'src/ui/layout/kit-ids.ts'), islandTextFiles()],
  build: {
    outDir: 'build/client/site',
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // A directive of another framework's; it means nothing here.
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      input: 'src/app/site/site-script.ts',
      output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js', codeSplitting: islandChunks() },
    },
  },
  base: '/site/',
  oxc: { jsx: { runtime: 'automatic' } },
});
