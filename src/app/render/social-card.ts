import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import decompress from 'woff2-encoder/decompress';
import { root } from '#base/server/root.ts';
import { hexOf } from '#features/platform/options/components/theme-contrast.ts';

/** `theme`: the values of a site's light half. */
export type Card = { title: string; site: string; isRtl: boolean; theme: Record<string, string> };

/** What social networks show of a link, in pixels. */
const WIDE = 1200;
const HIGH = 630;
const EDGE = 88;
const BAR = 20;
const MOST_TITLE = 160;
/** Points, from what suits three words to what holds a long sentence. */
const SIZES = [112, 96, 84, 72, 60, 50, 42];
const SITE_SIZE = 28;
const ROOM = HIGH - EDGE * 2 - BAR - 96;

/** The families a theme may name, as their package has them; variable ones are asked for by weight. */
const families: Record<string, string> = {
  Geist: 'geist',
  'Instrument Sans': 'instrument-sans',
  'Hanken Grotesk': 'hanken-grotesk',
  Fraunces: 'fraunces',
  Newsreader: 'newsreader',
  'Bricolage Grotesque': 'bricolage-grotesque',
  'JetBrains Mono': 'jetbrains-mono',
};
const ARABIC = 'Vazirmatn';
const find = createRequire(join(root, 'package.json'));

/** Draws cards. Our fonts are packed for browsers: each is unpacked once into the data folder, where the drawer finds it. */
export function createCardPainter(dataFolder: string): (card: Card) => Promise<Buffer> {
  const folder = join(dataFolder, 'fonts');
  const known = new Map<string, Promise<void>>();

  /** From then on the drawer finds the family by its name. */
  function learn(name: string): Promise<void> {
    const learnt = known.get(name) ?? unpacked(name);
    known.set(name, learnt);
    learnt.catch(() => known.delete(name));
    return learnt;
  }
  async function unpacked(name: string): Promise<void> {
    const fontfile = join(folder, `${name}.ttf`);
    if (!existsSync(fontfile)) {
      const [, pack = ''] = /^([a-z-]+?)-(?:latin|latin-ext|arabic)-wght-normal$/.exec(name) ?? [];
      const packed = await readFile(find.resolve(`@fontsource-variable/${pack}/files/${name}.woff2`));
      await mkdir(folder, { recursive: true });
      // Another process may be at it: what is found is always whole.
      const part = `${fontfile}.${process.pid}`;
      await writeFile(part, await decompress(packed));
      await rename(part, fontfile);
    }
    await sharp({ text: { text: '.', fontfile, dpi: 72 } }).toBuffer();
  }

  return async ({ title, site, isRtl, theme }) => {
    const family = /^"?([^",]+)/.exec(theme['--font-display'] ?? '')?.[1] ?? 'Geist';
    const pack = families[family] ?? families.Geist;
    await Promise.all(
      [`${pack}-latin-wght-normal`, `${pack}-latin-ext-wght-normal`, 'vazirmatn-arabic-wght-normal'].map(learn),
    );
    const fonts = `${families[family] ? family : 'Geist'},${ARABIC}`;
    const [paper, ink, colour] = [
      hexOf(theme['--color-base-100']),
      hexOf(theme['--color-base-content']),
      hexOf(theme['--color-primary']),
    ];
    const words = await titleOf(drawable(title).slice(0, MOST_TITLE), fonts, ink);
    const name = await line(drawable(site).slice(0, 80), `${fonts} SemiBold ${SITE_SIZE}`, ink);
    const at = (width: number) => (isRtl ? WIDE - EDGE - width : EDGE);
    return sharp({ create: { width: WIDE, height: HIGH, channels: 3, background: paper } })
      .composite([
        { input: box(WIDE, BAR, colour), top: HIGH - BAR, left: 0 },
        { input: words.data, top: EDGE, left: at(words.info.width) },
        ...(name
          ? [
              { input: box(40, 40, colour), top: HIGH - BAR - EDGE - 40, left: isRtl ? WIDE - EDGE - 40 : EDGE },
              {
                input: name.data,
                top: HIGH - BAR - EDGE - 20 - Math.round(name.info.height / 2),
                left: isRtl ? at(name.info.width) - 60 : EDGE + 60,
              },
            ]
          : []),
      ])
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
  };
}

type Drawn = { data: Buffer; info: { width: number; height: number } };

/** The title in the largest size that leaves room. */
async function titleOf(title: string, fonts: string, ink: string): Promise<Drawn> {
  for (const size of SIZES) {
    const drawn = await text(title, `${fonts} Bold ${size}`, ink);
    if (size === SIZES.at(-1) || (drawn.info.height <= ROOM && drawn.info.width <= WIDE - EDGE * 2))
      return drawn.info.height <= ROOM ? drawn : cut(drawn);
  }
  throw new Error('There is no size to draw a title in.');
}

async function cut({ data, info }: Drawn): Promise<Drawn> {
  return sharp(data)
    .extract({ left: 0, top: 0, width: info.width, height: Math.min(info.height, ROOM) })
    .png()
    .toBuffer({ resolveWithObject: true });
}

async function line(words: string, font: string, ink: string): Promise<Drawn | null> {
  return words ? text(words, font, ink) : null;
}

/** Words as a picture: shaped and set from right to left where their letters are, as Pango does it. */
function text(words: string, font: string, ink: string): Promise<Drawn> {
  return sharp({
    text: {
      text: `<span foreground="${ink}">${escaped(words)}</span>`,
      font,
      width: WIDE - EDGE * 2,
      wrap: 'word-char',
      spacing: 8,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Without signs that no font of ours has. */
function drawable(words: string): string {
  return words
    .replace(/\p{Extended_Pictographic}|\p{Cc}|\p{Co}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function box(width: number, height: number, colour: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${colour}"/></svg>`,
  );
}
