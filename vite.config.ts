import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { features } from './src/features/features.ts';
import { browserFeatures } from './tools/browser-features.ts';
import { clientChunks, compiledEarly } from './tools/client-chunks.ts';
import { cutFonts } from './tools/cut-fonts.ts';
import { screenTexts } from './tools/screen-texts.ts';
import { noServerImports } from './tools/server-imports.ts';
import { standIns } from './tools/stand-ins.ts';

export default defineConfig({
  plugins: [
    noServerImports(),
    browserFeatures(features),
    cutFonts(),
    standIns('src/app/i18n/small-i18n.tsx', 'src/ui/layout/kit-ids.ts'),
    screenTexts(),
    tailwindcss(),
    reactRouter(),
    compiledEarly(),
  ],
  publicDir: 'public',
  // All that a browser may load is looked through before the first page: a library found only later would be bundled anew
  // under the page that asks for it, which then holds addresses that are gone (504, "Outdated Optimize Dep").
  optimizeDeps: {
    entries: [
      'src/app/**/*.{ts,tsx}',
      'src/features/*/*/**/{screens,components}/**/*.{ts,tsx}',
      'src/features/*/*/blocks.tsx',
    ].concat(['!**/*.test.{ts,tsx}', '!src/app/*.ts']),
  },
  // A slow machine is told of by the machine, not by a build; and what an island loads late, a screen may load at once.
  build: {
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } },
  },
  // main.ts is the server's entry, bundled with the routes: a process never holds two copies of one module.
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: clientChunks() } } } },
    ssr: { build: { rollupOptions: { input: './src/main.ts' } } },
  },
});
