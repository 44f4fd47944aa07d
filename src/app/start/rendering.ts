import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { type DataRequest, type DataResponse, fetchData } from '#base/server/call.ts';
import type { Log } from '#base/server/log.ts';
import { root } from '#base/server/root.ts';
import { pseudoTexts } from '#base/shared/pseudo-language.ts';
import { createAsyncCache } from '../cache/memoize.ts';
import { readTexts } from '../i18n/text-files.ts';
import { createTranslations, type Translations } from '../i18n/translations.ts';
import { createFirstPaint, type FirstPaint } from '../render/first-paint/first-paint.ts';
import { createRenderer, type Renderer } from '../render/renderer.ts';

/** React Router's server build, or in development a function that loads the current one. */
export type Build = ServerBuild | (() => Promise<ServerBuild>);

export type Rendering = {
  renderer: Renderer;
  /** Undefined where nothing is built, as in development. */
  firstPaint: FirstPaint | undefined;
  translations: Translations;
  /** The URL of the script of public pages. */
  siteScript: string;
  optionReads: { forget(): void };
};

/** Built files that browsers load. */
export const clientFolder = join(root, 'build', 'client');

/** Accounts whose options are held in memory, some 4 KB each. */
const MAX_OPTION_READS = 1_000;

export async function createRendering(options: {
  build: Build | undefined;
  isPseudo: boolean;
  answerData: ((request: DataRequest) => Promise<DataResponse>) | undefined;
  log: Log;
}): Promise<Rendering> {
  const { build, isPseudo, answerData = fetchData, log } = options;
  const isDevelopment = typeof build === 'function';
  const translations = createTranslations(isPseudo ? (locale) => pseudoTexts(readTexts(locale)) : readTexts);
  const optionReads = createAsyncCache<DataResponse>(MAX_OPTION_READS);
  const readOptions = async (request: DataRequest) => {
    const response = await optionReads.get(request.url, () => answerData(request));
    if (response.status !== 200) optionReads.forget(request.url);
    return response;
  };
  const isBuilt = build !== undefined && !isDevelopment && existsSync(join(clientFolder, 'assets'));
  return {
    renderer: build
      ? await createRenderer({ build, readData: answerData, readOptions, translations, log })
      : emptyRenderer,
    firstPaint: isBuilt ? createFirstPaint(clientFolder) : undefined,
    translations,
    siteScript: isDevelopment ? '/src/app/site/site-script.ts' : builtSiteScript(),
    optionReads,
  };
}

/** For processes that render nothing. */
const emptyRenderer: Renderer = {
  stats: { renders: 0, seconds: 0, readingSeconds: 0 },
  handleOf: () => undefined,
  render: async () => new Response('', { status: 404 }),
  renderPage: async () => ({
    response: new Response('', { status: 404 }),
    tags: new Set(),
    reads: [],
    scriptOrigins: [],
  }),
};

/** From the manifest of its build. */
function builtSiteScript(): string {
  const manifest = join(clientFolder, 'site', 'manifest.json');
  if (!existsSync(manifest)) return '/site/not-built.js';
  const entries = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string; isEntry?: boolean }>;
  return `/site/${Object.values(entries).find((entry) => entry.isEntry)?.file}`;
}
