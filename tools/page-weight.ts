import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { closureOf } from '#app/site/island-files.ts';
import { root } from '#base/server/root.ts';

/**
 * What a page of the public site makes a browser load, in bytes as they are sent (brotli), read from the page and from
 * the build. One piece of code for the check that fails and for the table of the bench.
 */
export type PageWeight = {
  /** What somebody who only reads loads and runs, what comes alive by being seen included. */
  script: number;
  stylesheet: number;
  /** Each island of the page with all it takes to bring it alive: React, its own code, its texts. */
  islands: Map<string, number>;
  /** The addresses of what comes alive as a whole: what its browser loads before the screen can be used. */
  files: Set<string>;
  /** Checkout and the dashboard come alive as a whole; every public page ships no framework. */
  isHydrated: boolean;
};

/** Bytes. What is spent on a page, and fails the build where it is passed. */
export const budgets = {
  script: 15 * 1024,
  island: 100 * 1024,
  stylesheet: 25 * 1024,
  shell: 180 * 1024,
  /** What a lesson, the cover of a quiz with the quiz's part, and the checkout load before anything on them is pressed. */
  firstPress: 150 * 1024,
} as const;

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

const client = join(root, 'build', 'client');
const SCRIPT = 'src/app/site/site-script.ts';
const WAKE = 'src/app/site/wake-island.tsx';
const QUERIES = 'src/base/browser/queries.tsx';

export function weighPage(html: string): PageWeight {
  const chunks = JSON.parse(readFileSync(join(client, 'site', 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const modules = islandModules();
  const scripts = new Set<string>();
  const islands = new Map<string, number>();
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag);
  const addressIn = (tag: string) => /\b(?:src|href)="([^"]*)"/.exec(tag)?.[1] ?? '';

  // Asked for by a page that came with its first paint in it; its sheet stands in it for who runs no scripts.
  for (const [, address = ''] of html.matchAll(/<style [^>]*\bdata-script="([^"]*)"/g)) scripts.add(address);
  for (const tag of tags) {
    const address = addressIn(tag);
    if (tag.startsWith('<script') && address) scripts.add(address);
    if (/rel="modulepreload"/.test(tag)) scripts.add(address);
  }
  // A screen that hydrates names the rest in a script of its own: the list of all screens, and where it begins.
  for (const [, address = ''] of html.matchAll(/(?:import\s*(?:\(\s*)?|from\s*)"(\/assets\/[^"]+\.js)"/g))
    scripts.add(address);
  const isHydrated = [...scripts].some((address) => address.startsWith('/assets/'));
  if ([...scripts].some((address) => address.startsWith('/site/')))
    for (const file of closureOf(chunks, [SCRIPT])) scripts.add(`/site/${file}`);

  const locale = /<html[^>]*\blang="([^"]+)"/.exec(html)?.[1] ?? 'en';
  for (const [, attributes = ''] of html.matchAll(/<div\b([^>]*\bdata-island="[^>]*)>/g)) {
    const attribute = (name: string) => new RegExp(`\\bdata-${name}="([^"]*)"`).exec(attributes)?.[1];
    const name = attribute('island') ?? '';
    const found = modules.get(name);
    if (!found) throw new Error(`The page names an island that is not registered: ${name}.`);
    const files = closureOf(chunks, [SCRIPT, WAKE, found.module, ...(found.asks ? [QUERIES] : [])]);
    const texts = (attribute('strings') ?? '').split(' ').filter(Boolean);
    const all = [...[...files].map((file) => `/site/${file}`), ...texts.map((one) => textFile(locale, one))];
    islands.set(name, sum(all));
    // These wake for everybody, without being touched.
    const wakesAlone = attribute('when') !== 'interaction' && attribute('session') === undefined;
    if (wakesAlone) for (const file of all) scripts.add(file);
  }
  const sheets = tags.filter((tag) => /rel="stylesheet"/.test(tag)).map(addressIn);
  return {
    script:
      sum([...scripts]) + inline(html, /<script(?![^>]*\bsrc=)(?![^>]*\bapplication\/)[^>]*>([\s\S]*?)<\/script>/g),
    stylesheet: sum(sheets) + inline(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
    islands,
    files: scripts,
    isHydrated,
  };
}

/** What several screens have in common, in bytes: the shell they stand in. */
export function sharedScript(weights: readonly PageWeight[]): number {
  const [first, ...others] = weights;
  return sum([...(first?.files ?? [])].filter((file) => others.every(({ files }) => files.has(file))));
}

/** What a part that a screen loads by itself brings, in bytes: its file and all it imports that is not loaded already. */
export function lazyScript(name: string, loaded: ReadonlySet<string>): number {
  const assets = join(client, 'assets');
  const entry = readdirSync(assets).find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  if (!entry) throw new Error(`The build has no part ${name}.`);
  const files = new Set<string>();
  const add = (file: string) => {
    const address = `/assets/${file}`;
    if (files.has(address) || loaded.has(address)) return;
    files.add(address);
    const code = readFileSync(join(assets, file), 'utf8');
    for (const [, next = ''] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) add(next);
  };
  add(entry);
  return sum([...files]);
}

/** Which module each island of the registry loads, and whether it asks the server. */
function islandModules(): Map<string, { module: string; asks: boolean }> {
  const text = readFileSync(join(root, 'src', 'app', 'site', 'islands.ts'), 'utf8');
  const found = text.matchAll(/'?([\w-]+)'?:\s*\(\)\s*=>\s*(asking\(\s*)?import\(\s*'([^']+)'/g);
  return new Map(
    [...found].map(([, name = '', asks, path = '']) => {
      const module = path.startsWith('#') ? `src/${path.slice(1)}` : `src/app/site/${path.replace('./', '')}`;
      return [name, { module, asks: asks !== undefined }];
    }),
  );
}

/** Texts stand beside the script, one file a language and namespace, named for the version of all of them. */
function textFile(locale: string, namespace: string): string {
  const file = readdirSync(join(client, 'site')).find(
    (name) => name.startsWith(`${locale}-${namespace}-`) && name.endsWith('.json'),
  );
  if (!file) throw new Error(`The texts ${namespace} of islands are not built in ${locale}.`);
  return `/site/${file}`;
}

function sum(addresses: string[]): number {
  return addresses.reduce((bytes, address) => bytes + sizeOf(address), 0);
}

function sizeOf(address: string): number {
  const path = join(client, new URL(address, 'http://localhost').pathname);
  if (!existsSync(path)) throw new Error(`The page loads ${address}, which is not in the build.`);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** What stands in the page itself is compressed with it; by itself it is no smaller than this. */
function inline(html: string, pattern: RegExp): number {
  const text = [...html.matchAll(pattern)].map(([, body = '']) => body).join('\n');
  return text ? brotliCompressSync(text).length : 0;
}
