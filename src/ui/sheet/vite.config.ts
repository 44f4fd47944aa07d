import { realpathSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The component sheet: `npx vite --config src/ui/sheet/vite.config.ts`, then open /sheet.html. Never part of the product's build. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  server: {
    host: '127.0.0.1',
    fs: { allow: ['../../..', realpathSync(`${import.meta.dirname}/../../../node_modules`)] },
  },
  build: {
    outDir: '../../../.sheet',
    emptyOutDir: true,
    rollupOptions: { input: `${import.meta.dirname}/sheet.html` },
  },
});
