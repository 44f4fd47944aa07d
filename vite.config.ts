import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'public',
  build: { chunkSizeWarningLimit: 1500 },
  // main.ts is the server's entry, bundled with the routes: a process never holds two copies of one module.
  environments: { ssr: { build: { rollupOptions: { input: './src/main.ts' } } } },
});
