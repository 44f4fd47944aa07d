import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';
import { browserPart, type Feature } from '#base/shared/feature.ts';

const list = join(root, 'src', 'features', 'features.ts');

/** In the script for browsers the list of features holds only what browsers read of it, without the code that made it. */
export function browserFeatures(features: readonly Feature[]): Plugin {
  return {
    name: 'browser-features',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(_, id) {
      if (id !== list) return undefined;
      return { code: `export const features = ${JSON.stringify(features.map(browserPart))};`, map: null };
    },
  };
}
