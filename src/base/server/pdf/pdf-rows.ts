import type { Faces, Weight } from './fonts.ts';
import {
  type Align,
  type PdfBlock,
  type PdfCell,
  type PdfImage,
  type PdfTable,
  type PdfText,
  textOf,
} from './pdf-blocks.ts';
import { type Line, linesOf, type Run } from './text-lines.ts';

export type Canvas = {
  pdf: PDFKit.PDFDocument;
  faces: Record<Weight, Faces>;
  /** Of a page, in points. */
  width: number;
  isRtl: boolean;
  /** The colour of what is set in the tone `accent`. */
  accent: string;
};
/** A part that no page break cuts. `left` is the distance from the side where reading begins. */
export type Row = {
  height: number;
  draw(left: number, top: number): void;
  /** Drawn again above this row where it is the first of a page. */
  newHead?: () => Row;
};
/** An element of the document's structure, which screen readers follow. */
type Element = PDFKit.PDFStructureElement;
type Column = { left: number; width: number };

export const LINE_HEIGHT = 1.45;
const BASELINE = 1.1;
const COLUMN_GAP = 16;
const CELL_PADDING = 6;
export const COLORS = { ink: '#1a1a1a', muted: '#5c5c5c', line: '#cccccc' };
const DEFAULT_SIZE = 10;
const MAX_LINES = 2_000;
/** In columns and cells, whose row is never parted by a page. */
const MAX_COLUMN_LINES = 12;

/** A block as rows, `boxWidth` points wide; its elements go into `parent` as they are drawn. */
export function rowsOf(
  canvas: Canvas,
  block: PdfBlock,
  boxWidth: number,
  parent: Element,
  maxLines = MAX_LINES,
): Row[] {
  switch (block.kind) {
    case 'gap':
      return [{ height: block.height, draw: () => {} }];
    case 'text':
      return textRows(canvas, { maxLines, ...block }, boxWidth, block.heading ? `H${block.heading}` : 'P', parent);
    case 'image':
      return [imageRow(canvas, block, boxWidth, parent)];
    case 'columns': {
      const columns = columnsOf(block.columns, boxWidth);
      const stacks = block.columns.map(({ blocks }, index) =>
        blocks.flatMap((inner) => rowsOf(canvas, inner, columns[index]?.width ?? 0, parent, MAX_COLUMN_LINES)),
      );
      return [sideBySide(stacks, columns)];
    }
    case 'table':
      return tableRows(canvas, block, boxWidth, parent);
  }
}

/** One row for each line; all of them are one element. */
function textRows(canvas: Canvas, text: PdfText, boxWidth: number, tag: string, parent: Element): Row[] {
  const { pdf } = canvas;
  const lines = layOut(canvas, text, boxWidth);
  const language = text.language ? { lang: text.language } : {};
  const element = pdf.struct(tag, { actual: text.text, ...language, ...(tag === 'TH' ? { scope: 'Column' } : {}) });
  return lines.map((line, index) => ({
    height: (text.size ?? DEFAULT_SIZE) * LINE_HEIGHT,
    draw: (left, top) => {
      if (index === 0) parent.add(element);
      element.add(pdf.markStructureContent(tag));
      drawLine(canvas, line, { left, top, width: boxWidth }, text);
      pdf.endMarkedContent();
      if (index === lines.length - 1) element.end();
    },
  }));
}

export function layOut(canvas: Canvas, text: PdfText, width: number): Line[] {
  const { size = DEFAULT_SIZE, weight = 'regular', maxLines = MAX_LINES } = text;
  return linesOf(text.text, {
    faces: canvas.faces[weight],
    direction: text.direction ?? (canvas.isRtl ? 'rtl' : 'ltr'),
    width,
    maxLines,
    measure: (run) => measure(canvas.pdf, run, size),
  });
}

/** An empty list of features makes the library shape the run as a whole, which right-to-left scripts need. */
const WHOLE_RUN = { features: [] };

function measure(pdf: PDFKit.PDFDocument, { face, text }: Run, size: number): number {
  pdf.registerFont(face.id, face.file);
  return pdf.font(face.id).fontSize(size).widthOfString(text, WHOLE_RUN);
}

export function drawLine(
  { pdf, isRtl, width, accent }: Canvas,
  line: Line,
  box: { left: number; top: number; width: number },
  { size = DEFAULT_SIZE, align = 'start', tone = 'ink' }: PdfText,
): void {
  pdf.fillColor(tone === 'accent' ? accent : COLORS[tone]);
  const widths = line.runs.map((run) => measure(pdf, run, size));
  const free = box.width - widths.reduce((sum, part) => sum + part, 0);
  const before = startOf(align, free);
  let x = isRtl ? width - box.left - box.width + (free - before) : box.left + before;
  line.runs.forEach(({ face, text }, index) => {
    pdf.font(face.id).fontSize(size);
    pdf.text(text, x, box.top + size * BASELINE, { lineBreak: false, baseline: 'alphabetic', ...WHOLE_RUN });
    x += widths[index] ?? 0;
  });
}

const startOf = (align: Align, free: number) => (align === 'center' ? free / 2 : align === 'end' ? free : 0);

function imageRow({ pdf, isRtl, width }: Canvas, image: PdfImage, boxWidth: number, parent: Element): Row {
  return {
    height: image.height,
    draw: (left, top) => {
      const start = left + startOf(image.align ?? 'start', boxWidth - image.width);
      const element = pdf.struct('Figure', { alt: image.alt });
      parent.add(element);
      element.add(pdf.markStructureContent('Figure'));
      pdf.image(image.data, isRtl ? width - start - image.width : start, top, { fit: [image.width, image.height] });
      pdf.endMarkedContent();
      element.end();
    },
  };
}

function tableRows(canvas: Canvas, table: PdfTable, boxWidth: number, parent: Element): Row[] {
  const columns = columnsOf(table.columns, boxWidth);
  const element = canvas.pdf.struct('Table');
  const rowFrom = (cells: readonly PdfCell[], tag: 'TH' | 'TD', style: Partial<PdfText>): Row => {
    const rowElement = canvas.pdf.struct('TR');
    const stacks = cells.map((cell, index) => {
      const align = table.columns[index]?.align ?? 'start';
      const text = { align, maxLines: MAX_COLUMN_LINES, ...style, ...textOf(cell) };
      return textRows(canvas, text, columns[index]?.width ?? 0, tag, rowElement);
    });
    const content = sideBySide(stacks, columns);
    const height = content.height + 2 * CELL_PADDING;
    return {
      height,
      draw: (left, top) => {
        element.add(rowElement);
        content.draw(left, top + CELL_PADDING);
        rowElement.end();
        drawRule(canvas, left, top + height, boxWidth);
      },
    };
  };
  // Made anew for each page: an element stands in one place.
  const newHead = () =>
    rowFrom(
      table.columns.map(({ head }) => head),
      'TH',
      { size: 9, tone: 'muted' },
    );
  const head = newHead();
  const rows = [
    ...table.rows.map((cells) => rowFrom(cells, 'TD', {})),
    ...(table.totals ?? []).map((cells) => rowFrom(cells, 'TD', { weight: 'semibold' })),
  ];
  const begin: Row = {
    ...head,
    draw: (left, top) => {
      parent.add(element);
      head.draw(left, top);
    },
  };
  const end: Row = { height: 0, draw: () => element.end() };
  return [begin, ...rows.map((row) => ({ ...row, newHead })), end];
}

function drawRule({ pdf, isRtl, width }: Canvas, left: number, top: number, length: number): void {
  const from = isRtl ? width - left - length : left;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.lineWidth(0.5).strokeColor(COLORS.line);
  pdf
    .moveTo(from, top)
    .lineTo(from + length, top)
    .stroke();
  pdf.endMarkedContent();
}

/** Stacks of rows next to each other, as one row. */
function sideBySide(stacks: readonly Row[][], columns: readonly Column[]): Row {
  return {
    height: Math.max(0, ...stacks.map((rows) => rows.reduce((sum, row) => sum + row.height, 0))),
    draw: (left, top) => {
      stacks.forEach((rows, index) => {
        let at = top;
        for (const row of rows) {
          row.draw(left + (columns[index]?.left ?? 0), at);
          at += row.height;
        }
      });
    },
  };
}

function columnsOf(columns: readonly { share?: number }[], boxWidth: number): Column[] {
  const free = boxWidth - COLUMN_GAP * (columns.length - 1);
  const all = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  let left = 0;
  return columns.map(({ share = 1 }) => {
    const column = { left, width: (free * share) / all };
    left += column.width + COLUMN_GAP;
    return column;
  });
}
