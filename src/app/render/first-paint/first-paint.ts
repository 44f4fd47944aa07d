import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { memoize } from '#base/shared/memoize.ts';
import { classesIn, createSheet, criticalCss, namesIn, type Sheet } from './critical-css.ts';
import { createFontSubsets } from './font-subset.ts';
import { inlineImages, withInlineImages, withoutAhead } from './inline-images.ts';
import { afterPaintScript, beforePaintScript } from './inline-scripts.ts';
import { type InlineSvg, svgTag } from './inline-svg.ts';

/**
 * A page as it is sent, in its parts: strings are its HTML, and what is put between them, rules, fonts and drawings, is the
 * same in many pages and its bytes are made once. `tags`: of the drawings that stand in it.
 */
export type PaintedPage = { parts: (string | Buffer)[]; tags: string[] };

export type FirstPaint = {
  /** Reads all that the first page needs, so that nobody waits for it: some 0.3 s of a processor, once. */
  prepare(): Promise<void>;
  /** The page that names its files; without the sheet of blocks where it has none of them. */
  linked(html: string): PaintedPage;
  /**
   * The page with the rules it uses, fonts cut to its letters and the drawings it shows first; all else is asked for once
   * that is painted. What is no page of the public site stays as it is.
   */
  inlined(html: string, read: (address: string) => Promise<InlineSvg | null>): Promise<PaintedPage>;
};

/** The bytes of a page. */
export function bytesOf({ parts }: PaintedPage): Buffer {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  // One piece of memory for all: the parts are large, and each page is made so.
  const bytes = Buffer.allocUnsafe(length);
  let place = 0;
  for (const part of parts) place += typeof part === 'string' ? bytes.write(part, place) : part.copy(bytes, place);
  return bytes;
}

/** Of the rules of pages, some 40 KB each. */
const bytesKnown = memoize<Buffer>(200);
const bytesOfRules = (text: string) => bytesKnown(text, () => Buffer.from(text));

const SHEETS = /<link [^>]*\brel="stylesheet"[^>]*>/g;
const FONTS = /<link rel="preload" as="font"[^>]*>/g;
const SCRIPT = /<script type="module" src="([^"]*)"[^>]*><\/script>/;
const STYLES = /<style\b[^>]*>([\s\S]*?)<\/style>/g;

type NamedSheet = { address: string; sheet: Sheet };

/** `folder`: the built files that browsers load, by their addresses. Each sheet is taken apart when it is first needed. */
export function createFirstPaint(folder: string): FirstPaint {
  const site = once(() => namedSheet(folder, 'site'));
  const blocks = once(() => namedSheet(folder, 'page-blocks'));
  const letters = once(() => createFontSubsets(site().sheet, folder));

  return {
    prepare: async () => {
      blocks();
      // Between two pieces of work others go first.
      await nextTurn();
      await letters().prepare();
    },
    linked: (html) => {
      const [head, body] = parted(html);
      const { address, sheet } = blocks();
      const isIdle = (tag: string) => addressIn(tag) === address && !sheet.isAbout(classesIn(html));
      return { parts: [head.replace(SHEETS, (tag) => (isIdle(tag) ? '' : tag)), body], tags: [] };
    },
    inlined: async (page, read) => {
      const [head, body] = parted(page);
      const links = head.match(SHEETS) ?? [];
      const script = SCRIPT.exec(head)?.[1];
      const [first] = links;
      if (!first || !script || addressIn(first) !== site().address) return { parts: [page], tags: [] };
      const names = namesIn(page);
      const sheets = [site(), blocks()].filter(
        ({ address, sheet }, at) => at === 0 || (isNamedIn(links, address) && sheet.isAbout(names)),
      );
      const texts = criticalCss(
        sheets.map(({ sheet }) => sheet),
        names,
      );
      // The theme's own rules stand in the page already.
      const own = Array.from(page.matchAll(STYLES), ([, rules = '']) => rules);
      const files = (head.match(FONTS) ?? []).map(addressIn);
      const fonts = await letters().fontsOf(page, [...texts, ...own]);
      const near = await inlineImages(head, read);
      const bare = withoutAhead(head, near)
        .replace(FONTS, '')
        .replace(SHEETS, (link) => (link === first ? link : ''))
        .replace(SCRIPT, () => `<script>${afterPaintScript}</script>`);
      const place = bare.indexOf(first);
      return {
        parts: [
          bare.slice(0, place),
          `<style id="first-rules" data-sheet="${site().address}" data-script="${script}" data-fonts="${files.join(' ')}">`,
          ...texts.flatMap((text, at) => [at === 0 ? '' : '</style><style>', bytesOfRules(text)]),
          `</style><noscript>${first}</noscript><script type="application/json" id="first-letters">`,
          fonts,
          `</script><script>${beforePaintScript}</script>${bare.slice(place + first.length)}`,
          ...withInlineImages(body, near),
        ],
        tags: [...near.keys()].flatMap((address) => svgTag(address) ?? []),
      };
    },
  };
}

/** A page's head, where all that it names stands, and the rest. */
function parted(html: string): [head: string, body: string] {
  const end = Math.max(0, html.indexOf('</head>'));
  return [html.slice(0, end), html.slice(end)];
}

function isNamedIn(links: readonly string[], address: string): boolean {
  return links.some((link) => addressIn(link) === address);
}

function namedSheet(folder: string, name: string): NamedSheet {
  const assets = join(folder, 'assets');
  const file = readdirSync(assets).find((one) => one.startsWith(`${name}-`) && one.endsWith('.css'));
  if (!file) throw new Error(`The build has no ${name}.css.`);
  return { address: `/assets/${file}`, sheet: createSheet(readFileSync(join(assets, file), 'utf8')) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function addressIn(tag: string): string {
  return /\shref="([^"]*)"/.exec(tag)?.[1] ?? '';
}
