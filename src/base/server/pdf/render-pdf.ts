import { directionOf } from '#base/shared/locales.ts';
import { loadFaces } from './fonts.ts';
import { type PdfBlock, textsOf } from './pdf-blocks.ts';
import { type Canvas, COLORS, drawLine, LINE_HEIGHT, layOut, type Row, rowsOf } from './pdf-rows.ts';
import { drawable } from './text-lines.ts';

/** A4, in points. */
const SIDES = [595.28, 841.89] as const;
const MARGIN = 56;
const FOOTER_SIZE = 9;
/** Distance from the edge of the page and thickness, in points. */
const FRAME = [
  [24, 3],
  [31, 0.75],
] as const;
const MAX_PAGES = 100;
const MAX_CHARACTERS = 200_000;

export type PdfInput = {
  title: string;
  author: string;
  language: string;
  /** Stands in the file; not the present, so that the same input gives the same bytes. */
  created: Date;
  isLandscape?: boolean;
  blocks: readonly PdfBlock[];
  /**
   * A document to be hung up: what fits on its page stands in the middle of it, in a frame of the accent, `#rrggbb`. `family` is the font
   * package that is looked into first.
   */
  sheet?: { family: string; accent: string };
  /** The line at the foot of each page. */
  footer?: (page: number, pages: number) => string;
};

/**
 * A tagged PDF in any of the product's languages: fonts are embedded with the glyphs it uses, Arabic and Indic scripts are
 * shaped, lines run in their direction. The same input gives the same bytes; more than 100 pages or 200,000 characters
 * are an error.
 */
export async function renderPdf(input: PdfInput): Promise<Buffer> {
  const { title, author, language, created, blocks, footer, sheet } = input;
  const [width, height] = input.isLandscape ? [SIDES[1], SIDES[0]] : SIDES;
  // Loaded with the first document: the library takes 25 MB.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // Without one named the library loads Helvetica, which has western letters only.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: title, Author: author, CreationDate: created },
  });
  const texts = [...textsOf(blocks), footer ? `${footer(1, 1)}0123456789` : ''];
  const canvas: Canvas = {
    pdf,
    width,
    isRtl: directionOf(language) === 'rtl',
    accent: sheet?.accent ?? COLORS.ink,
    faces: await facesFor(texts, language, sheet?.family),
  };
  const bottom = height - MARGIN - (footer ? FOOTER_SIZE * LINE_HEIGHT : 0);
  drawPages(canvas, blocks, bottom, sheet !== undefined);
  if (sheet) drawFrames(canvas, height);
  if (footer) drawFooters(canvas, footer, bottom);
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function drawPages(canvas: Canvas, blocks: readonly PdfBlock[], bottom: number, isCentred: boolean): void {
  const { pdf, width } = canvas;
  const document = pdf.struct('Document');
  pdf.addStructure(document);
  pdf.addPage();
  const rows = blocks.flatMap((block) => rowsOf(canvas, block, width - 2 * MARGIN, document));
  let top = isCentred ? MARGIN + Math.max(0, bottom - MARGIN - heightOf(rows)) / 2 : MARGIN;
  for (const row of rows) {
    if (top + row.height > bottom) {
      if (pdf.bufferedPageRange().count === MAX_PAGES) throw new Error(`A PDF has at most ${MAX_PAGES} pages.`);
      pdf.addPage();
      top = MARGIN;
      const head = row.newHead?.();
      head?.draw(MARGIN, top);
      top += head?.height ?? 0;
    }
    row.draw(MARGIN, top);
    top += row.height;
  }
  document.end();
}

const heightOf = (rows: readonly Row[]) => rows.reduce((sum, { height }) => sum + height, 0);

/** A thick line and a thin one within it, on each page. */
function drawFrames({ pdf, width, accent }: Canvas, height: number): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    pdf.markContent('Artifact', { type: 'Layout' });
    for (const [inset, thickness] of FRAME)
      pdf
        .lineWidth(thickness)
        .strokeColor(accent)
        .rect(inset, inset, width - 2 * inset, height - 2 * inset)
        .stroke();
    pdf.endMarkedContent();
  }
}

/** Drawn last, when the number of pages is certain. */
function drawFooters(canvas: Canvas, footer: NonNullable<PdfInput['footer']>, top: number): void {
  const { pdf, width } = canvas;
  const box = { left: MARGIN, top, width: width - 2 * MARGIN };
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    pdf.markContent('Artifact', { type: 'Pagination' });
    const words = footer(page + 1, count);
    const text = { text: words, size: FOOTER_SIZE, tone: 'muted', align: 'center', maxLines: 1 } as const;
    for (const line of layOut(canvas, text, box.width)) drawLine(canvas, line, box, text);
    pdf.endMarkedContent();
  }
}

async function facesFor(texts: readonly string[], language: string, family?: string): Promise<Canvas['faces']> {
  const all = texts.join('');
  if (all.length > MAX_CHARACTERS) throw new Error(`A PDF has at most ${MAX_CHARACTERS} characters.`);
  const characters = drawable(all);
  const [regular, semibold] = await Promise.all([
    loadFaces(characters, language, 'regular', family),
    loadFaces(characters, language, 'semibold', family),
  ]);
  return { regular, semibold };
}
