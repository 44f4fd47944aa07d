import { getDocument, OPS, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Glyph = { unicode: string; originalCharCode: number };
type Node = { role?: string; alt?: string; type?: string; children?: Node[] };

/** A PDF as a viewer reads it. */
export type ReadPdf = {
  title: string;
  language: string;
  pages: {
    /** The structure's texts, as a screen reader reads them: [role, text]. */
    texts: [role: string, text: string][];
    /** The glyphs' characters, from left to right, a string for each run. */
    runs: string[];
    /** What stands at one height, from the top down. */
    lines: string[];
    /** Number of glyphs drawn for characters that no font has. */
    missing: number;
    images: number;
  }[];
};

export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: VerbosityLevel.ERRORS }).promise;
  const { info } = await pdf.getMetadata();
  const { Title = '', Language = '' } = info as { Title?: string; Language?: string };
  const pages = [];
  for (let page = 1; page <= pdf.numPages; page++) pages.push(await readPage(await pdf.getPage(page)));
  await pdf.loadingTask.destroy();
  return { title: Title, language: Language, pages };
}

async function readPage(page: PDFPageProxy): Promise<ReadPdf['pages'][number]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const runs: string[] = [];
  let missing = 0;
  fnArray.forEach((operation, index) => {
    if (operation !== OPS.showText) return;
    const glyphs = (argsArray[index] as [(Glyph | number)[]])[0].filter((glyph) => typeof glyph === 'object');
    runs.push(glyphs.map(({ unicode }) => unicode).join(''));
    missing += glyphs.filter(({ originalCharCode }) => originalCharCode === 0).length;
  });
  const images = fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  return { texts: textsOf((await page.getStructTree()) as Node), runs, lines: await linesOf(page), missing, images };
}

async function linesOf(page: PDFPageProxy): Promise<string[]> {
  const lines = new Map<number, string>();
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item)) continue;
    const height = Math.round(item.transform[5] as number);
    lines.set(height, (lines.get(height) ?? '') + item.str);
  }
  return [...lines].sort(([a], [b]) => b - a).map(([, line]) => line);
}

/** Of an element that goes on over pages, what stands on this one. */
function textsOf(node: Node | null): [string, string][] {
  const { role, alt, children = [] } = node ?? {};
  const isHere = role !== undefined && alt !== undefined && children.some(({ type }) => type === 'content');
  return [...(isHere ? [[role, alt] as [string, string]] : []), ...children.flatMap(textsOf)];
}

/** All texts of a PDF, in reading order. */
export async function pdfTexts(file: Uint8Array): Promise<string[]> {
  return (await readPdf(file)).pages.flatMap(({ texts }) => texts.map(([, text]) => text));
}

/** Letters whose one glyph names fewer characters than it stands for: ई is इ with a stroke, and so is this conjunct of Bengali. */
const COMPOSED: readonly [letters: string, named: string][] = [
  ['ई', 'इ'],
  ['ক্ত', 'ক্'],
];

/**
 * The letters of `texts` that `runs` do not draw, however they are shaped, joined or turned. A glyph may stand for no
 * letter of its own, so there may be more drawn than is written.
 */
export function undrawn(texts: readonly string[], runs: readonly string[]): string {
  const letters = (all: readonly string[]) => [
    ...all
      .join('')
      .normalize('NFKD')
      .replace(/[\s\u200b-\u200f\u061c\u2066-\u2069]/g, ''),
  ];
  const drawn = new Map<string, number>();
  for (const letter of letters(runs)) drawn.set(letter, (drawn.get(letter) ?? 0) + 1);
  const named = COMPOSED.reduce((text, [from, to]) => text.replaceAll(from, to), texts.join(''));
  return letters([named])
    .filter((letter) => {
      const left = drawn.get(letter) ?? 0;
      drawn.set(letter, left - 1);
      return left <= 0;
    })
    .join('');
}
