import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { memoize } from '#base/shared/memoize.ts';
import { classesIn, createSheet, criticalCss, namesIn, type Sheet } from './critical-css.ts';
import { createFontSubsets } from './font-subset.ts';
import { inlineImages, withInlineImages, withoutPreloads } from './inline-images.ts';
import { afterPaintScript, beforePaintScript } from './inline-scripts.ts';
import { type InlineSvg, svgTag } from './inline-svg.ts';

/**
 * A page in its parts: strings are its HTML; the buffers between them (rules, fonts and pictures) are the same in many pages
 * and made once. `tags`: cache tags of the inlined pictures.
 */
export type PaintedPage = { parts: (string | Buffer)[]; tags: string[] };

export type FirstPaint = {
  /** Reads ahead what the first page needs: some 0.3 s of CPU, once. */
  prepare(): Promise<void>;
  /** The page that links its files; without the stylesheet of blocks where it has none. */
  linked(html: string): PaintedPage;
  /**
   * The page with the critical CSS, subset fonts and the pictures of its first screen inlined; all else is loaded after the
   * first paint. HTML that is no page of the public site is unchanged.
   */
  inlined(html: string, read: (address: string) => Promise<InlineSvg | null>): Promise<PaintedPage>;
};

/** The bytes of a page. */
export function bytesOf({ parts }: PaintedPage): Buffer {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  // One allocation: the parts are large, and this runs for each page.
  const bytes = Buffer.allocUnsafe(length);
  let offset = 0;
  for (const part of parts) offset += typeof part === 'string' ? bytes.write(part, offset) : part.copy(bytes, offset);
  return bytes;
}

/** Critical CSS of pages, some 40 KB each. */
const ruleBytes = memoize<Buffer>(200);
const bytesOfRules = (text: string) => ruleBytes(text, () => Buffer.from(text));

const SHEETS = /<link [^>]*\brel="stylesheet"[^>]*>/g;
const FONTS = /<link rel="preload" as="font"[^>]*>/g;
const SCRIPT = /<script type="module" src="([^"]*)"[^>]*><\/script>/;
const STYLES = /<style\b[^>]*>([\s\S]*?)<\/style>/g;

type NamedSheet = { address: string; sheet: Sheet };

/** `folder`: the built client files, by their URL paths. Each sheet is parsed at its first use. */
export function createFirstPaint(folder: string): FirstPaint {
  const site = once(() => namedSheet(folder, 'site'));
  const blocks = once(() => namedSheet(folder, 'page-blocks'));
  const fonts = once(() => createFontSubsets(site().sheet, folder));

  return {
    prepare: async () => {
      blocks();
      // Requests go first.
      await nextTurn();
      await fonts().prepare();
    },
    linked: (html) => {
      const [head, body] = splitHead(html);
      const { address, sheet } = blocks();
      const isUnused = (tag: string) => addressIn(tag) === address && !sheet.usesAny(classesIn(html));
      return { parts: [head.replace(SHEETS, (tag) => (isUnused(tag) ? '' : tag)), body], tags: [] };
    },
    inlined: async (page, read) => {
      const [head, body] = splitHead(page);
      const links = head.match(SHEETS) ?? [];
      const script = SCRIPT.exec(head)?.[1];
      const [first] = links;
      if (!first || !script || addressIn(first) !== site().address) return { parts: [page], tags: [] };
      const names = namesIn(page);
      const sheets = [site(), blocks()].filter(
        ({ address, sheet }, at) => at === 0 || (isNamedIn(links, address) && sheet.usesAny(names)),
      );
      const texts = criticalCss(
        sheets.map(({ sheet }) => sheet),
        names,
      );
      // The theme's own rules are in the page already.
      const themeRules = Array.from(page.matchAll(STYLES), ([, rules = '']) => rules);
      const files = (head.match(FONTS) ?? []).map(addressIn);
      const inlineFonts = await fonts().fontsOf(page, [...texts, ...themeRules]);
      const images = await inlineImages(head, read);
      const reduced = withoutPreloads(head, images)
        .replace(FONTS, '')
        .replace(SHEETS, (link) => (link === first ? link : ''))
        .replace(SCRIPT, () => `<script>${afterPaintScript}</script>`);
      const at = reduced.indexOf(first);
      return {
        parts: [
          reduced.slice(0, at),
          `<style id="first-rules" data-sheet="${site().address}" data-script="${script}" data-fonts="${files.join(' ')}">`,
          ...texts.flatMap((text, index) => [index === 0 ? '' : '</style><style>', bytesOfRules(text)]),
          `</style><noscript>${first}</noscript><script type="application/json" id="first-letters">`,
          inlineFonts,
          `</script><script>${beforePaintScript}</script>${reduced.slice(at + first.length)}`,
          ...withInlineImages(body, images),
        ],
        tags: [...images.keys()].flatMap((address) => svgTag(address) ?? []),
      };
    },
  };
}

/** A page's head, which names its files, and the rest. */
function splitHead(html: string): [head: string, body: string] {
  const end = Math.max(0, html.indexOf('</head>'));
  return [html.slice(0, end), html.slice(end)];
}

function isNamedIn(links: readonly string[], address: string): boolean {
  return links.some((link) => addressIn(link) === address);
}

function namedSheet(folder: string, name: string): NamedSheet {
  const assets = join(folder, 'assets');
  // The bundler adds a hash of eight characters: another sheet may begin with the same word.
  const file = readdirSync(assets).find((asset) => new RegExp(`^${name}-[\\w-]{8}\\.css$`).test(asset));
  if (!file) throw new Error(`The build has no ${name}.css.`);
  return { address: `/assets/${file}`, sheet: createSheet(readFileSync(join(assets, file), 'utf8')) };
}

function once<Value>(make: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}

function addressIn(tag: string): string {
  return /\shref="([^"]*)"/.exec(tag)?.[1] ?? '';
}
