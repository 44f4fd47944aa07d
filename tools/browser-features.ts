import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';
import { browserPart, type Feature, listedPart } from '#base/shared/feature.ts';

/** In the script for browsers the lists of features hold only what browsers read of them, without the code that made it. */
export function browserFeatures(features: readonly Feature[]): Plugin {
  const modules = new Map([
    [join(root, 'src/features/features.ts'), `export const features = ${JSON.stringify(features.map(browserPart))};`],
    [
      join(root, 'src/app/dashboard/menus/listed-parts.ts'),
      `export const listedParts = ${JSON.stringify(features.map(listedPart))};`,
    ],
  ]);
  return {
    name: 'browser-features',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(_, id) {
      const code = modules.get(id);
      return code === undefined ? undefined : { code, map: null };
    },
  };
}
