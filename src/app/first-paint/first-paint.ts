import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withNearPictures } from './near-pictures.ts';
import { createPageLetters, lettersIn } from './page-letters.ts';
import { afterPaintScript, beforePaintScript } from './paint-scripts.ts';
import { createSheet, namesIn, type Sheet } from './used-rules.ts';

/** A page with all in it that its first paint needs; `drawings`: paths in the account's bucket of those that stand in it. */
export type WholePage = { html: string; drawings: string[] };

export type FirstPaint = {
  /** Reads all that the first page needs, so that nobody waits for it: some 0.3 s of a processor, once. */
  prepare(): Promise<void>;
  /** The page without the sheet of blocks where it has none of them. */
  withoutIdleSheet(html: string): string;
  /**
   * The page with the rules it uses, fonts cut to its letters and the drawings it shows first; all else is asked for once
   * that is painted. What is no page of the public site stays as it is. `read`: text of a public drawing, or null.
   */
  whole(html: string, read: (address: string) => Promise<string | null>): Promise<WholePage>;
};

const SHEETS = /<link [^>]*\brel="stylesheet"[^>]*>/g;
const FONTS = /<link rel="preload" as="font"[^>]*>/g;
const SCRIPT = /<script type="module" src="([^"]*)"[^>]*><\/script>/;
const STYLES = /<style\b[^>]*>([\s\S]*?)<\/style>/g;

type NamedSheet = { address: string; sheet: Sheet };

/** `folder`: the built files that browsers load, by their addresses. Each sheet is taken apart when it is first needed. */
export function createFirstPaint(folder: string): FirstPaint {
  const site = once(() => namedSheet(folder, 'site'));
  const blocks = once(() => namedSheet(folder, 'page-blocks'));
  const letters = once(() => createPageLetters(site().sheet, folder));

  return {
    prepare: async () => {
      blocks();
      // Between two pieces of work others go first.
      await nextTurn();
      await letters().prepare();
    },
    withoutIdleSheet: (html) => {
      const { address, sheet } = blocks();
      const isIdle = (tag: string) => addressIn(tag) === address && !sheet.isAbout(namesIn(html));
      return html.replace(SHEETS, (tag) => (isIdle(tag) ? '' : tag));
    },
    whole: async (page, read) => {
      const links = page.match(SHEETS) ?? [];
      const script = SCRIPT.exec(page)?.[1];
      const [first] = links;
      if (!first || !script || addressIn(first) !== site().address) return { html: page, drawings: [] };
      const names = namesIn(page);
      const rules = [site(), blocks()].filter(({ address }) => links.some((link) => addressIn(link) === address));
      const texts = rules.map(({ sheet }) => sheet.usedBy(names));
      // The theme's own rules stand in the page already.
      const said = [...texts, ...Array.from(page.matchAll(STYLES), ([, own = '']) => own)].join('');
      const fonts = (page.match(FONTS) ?? []).map(addressIn);
      const cut = await letters().fontsFor(lettersIn(page, said), said);
      const written = [
        `<style id="first-rules" data-sheet="${site().address}" data-script="${script}" data-fonts="${fonts.join(' ')}">`,
        `${texts.join('</style><style>')}</style><noscript>${first}</noscript>`,
        `<script type="application/json" id="first-letters">${JSON.stringify(cut)}</script>`,
        `<script>${beforePaintScript}</script>`,
      ].join('');
      const { html, drawings } = await withNearPictures(page, read);
      return {
        html: html
          .replace(FONTS, '')
          .replace(SHEETS, (link) => (link === first ? written : ''))
          .replace(SCRIPT, () => `<script>${afterPaintScript}</script>`),
        drawings,
      };
    },
  };
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
