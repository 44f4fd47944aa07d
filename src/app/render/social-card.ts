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

/** The size social networks show, in pixels. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 88;
const BAR = 20;
const MAX_TITLE_LENGTH = 160;
/** Font sizes in points: for three words up to a long sentence. */
const SIZES = [112, 96, 84, 72, 60, 50, 42];
const SITE_SIZE = 28;
const MAX_TITLE_HEIGHT = HEIGHT - MARGIN * 2 - BAR - 96;

/** Font families of themes -> their packages. */
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
const require = createRequire(join(root, 'package.json'));

/** Renders cards. Our fonts are WOFF2: each is decompressed once into the data folder, where Pango finds it. */
export function createCardPainter(dataFolder: string): (card: Card) => Promise<Buffer> {
  const folder = join(dataFolder, 'fonts');
  const loaded = new Map<string, Promise<void>>();

  /** Afterwards Pango finds the family by its name. */
  function load(name: string): Promise<void> {
    const loading = loaded.get(name) ?? decompressFont(name);
    loaded.set(name, loading);
    loading.catch(() => loaded.delete(name));
    return loading;
  }
  async function decompressFont(name: string): Promise<void> {
    const fontfile = join(folder, `${name}.ttf`);
    if (!existsSync(fontfile)) {
      const [, pack = ''] = /^([a-z-]+?)-(?:latin|latin-ext|arabic)-wght-normal$/.exec(name) ?? [];
      const compressed = await readFile(require.resolve(`@fontsource-variable/${pack}/files/${name}.woff2`));
      await mkdir(folder, { recursive: true });
      // Renamed at the end, because another process may read it.
      const part = `${fontfile}.${process.pid}`;
      await writeFile(part, await decompress(compressed));
      await rename(part, fontfile);
    }
    await sharp({ text: { text: '.', fontfile, dpi: 72 } }).toBuffer();
  }

  return async ({ title, site, isRtl, theme }) => {
    const family = /^"?([^",]+)/.exec(theme['--font-display'] ?? '')?.[1] ?? 'Geist';
    const pack = families[family] ?? families.Geist;
    await Promise.all(
      [`${pack}-latin-wght-normal`, `${pack}-latin-ext-wght-normal`, 'vazirmatn-arabic-wght-normal'].map(load),
    );
    const fonts = `${families[family] ? family : 'Geist'},${ARABIC}`;
    const [paper, ink, colour] = [
      hexOf(theme['--color-base-100']),
      hexOf(theme['--color-base-content']),
      hexOf(theme['--color-primary']),
    ];
    const heading = await renderTitle(withoutSymbols(title).slice(0, MAX_TITLE_LENGTH), fonts, ink);
    const name = await renderLine(withoutSymbols(site).slice(0, 80), `${fonts} SemiBold ${SITE_SIZE}`, ink);
    const at = (width: number) => (isRtl ? WIDTH - MARGIN - width : MARGIN);
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: paper } })
      .composite([
        { input: box(WIDTH, BAR, colour), top: HEIGHT - BAR, left: 0 },
        { input: heading.data, top: MARGIN, left: at(heading.info.width) },
        ...(name
          ? [
              {
                input: box(40, 40, colour),
                top: HEIGHT - BAR - MARGIN - 40,
                left: isRtl ? WIDTH - MARGIN - 40 : MARGIN,
              },
              {
                input: name.data,
                top: HEIGHT - BAR - MARGIN - 20 - Math.round(name.info.height / 2),
                left: isRtl ? at(name.info.width) - 60 : MARGIN + 60,
              },
            ]
          : []),
      ])
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
  };
}

type Rendered = { data: Buffer; info: { width: number; height: number } };

/** The title in the largest size that fits. */
async function renderTitle(title: string, fonts: string, ink: string): Promise<Rendered> {
  for (const size of SIZES) {
    const rendered = await renderText(title, `${fonts} Bold ${size}`, ink);
    if (
      size === SIZES.at(-1) ||
      (rendered.info.height <= MAX_TITLE_HEIGHT && rendered.info.width <= WIDTH - MARGIN * 2)
    )
      return rendered.info.height <= MAX_TITLE_HEIGHT ? rendered : crop(rendered);
  }
  throw new Error('There is no size to draw a title in.');
}

async function crop({ data, info }: Rendered): Promise<Rendered> {
  return sharp(data)
    .extract({ left: 0, top: 0, width: info.width, height: Math.min(info.height, MAX_TITLE_HEIGHT) })
    .png()
    .toBuffer({ resolveWithObject: true });
}

async function renderLine(words: string, font: string, ink: string): Promise<Rendered | null> {
  return words ? renderText(words, font, ink) : null;
}

/** Text as a picture; Pango shapes it and sets right-to-left scripts. */
function renderText(words: string, font: string, ink: string): Promise<Rendered> {
  return sharp({
    text: {
      text: `<span foreground="${ink}">${escaped(words)}</span>`,
      font,
      width: WIDTH - MARGIN * 2,
      wrap: 'word-char',
      spacing: 8,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Without symbols that no font of ours has. */
function withoutSymbols(words: string): string {
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
