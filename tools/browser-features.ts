import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';
import { browserPart, type Feature, listedPart } from '#base/shared/feature.ts';

const list = join(root, 'src', 'features', 'features.ts');
const lists = join(root, 'src', 'app', 'dashboard', 'menus', 'feature-lists.ts');

/** In the script for browsers the list of features holds only what browsers read of it, without the code that made it. */
export function browserFeatures(features: readonly Feature[]): Plugin {
  return {
    name: 'browser-features',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (id === list)
        return { code: `export const features = ${JSON.stringify(features.map(browserPart))};`, map: null };
      // It lists what the other one leaves out.
      if (id === lists)
        return {
          code: code.replace(
            /import \{ features \} from [^;]*;/,
            `const features = ${JSON.stringify(features.map(listedPart))};`,
          ),
          map: null,
        };
      return undefined;
    },
  };
}
