import type { Weight } from './fonts.ts';
import type { Direction } from './text-lines.ts';

export type Align = 'start' | 'center' | 'end';
export type PdfText = {
  text: string;
  /** In points. */
  size?: number;
  weight?: Weight;
  /** `accent` is the colour of a sheet; ink where there is none. */
  tone?: 'ink' | 'muted' | 'accent';
  align?: Align;
  /** `auto` for what people wrote: by its own first letter. Otherwise that of the document's language. */
  direction?: Direction;
  /** Where it is not the document's. */
  language?: string;
  /** What is longer ends in an ellipsis. */
  maxLines?: number;
};
export type PdfCell = string | PdfText;
export type PdfTable = {
  kind: 'table';
  /** The head is repeated on every page; `share` is the part of the width, 1 unless told. */
  columns: { head: string; share?: number; align?: Align }[];
  rows: PdfCell[][];
  totals?: PdfCell[][];
};
/** JPEG or PNG, fitted into `width` and `height` in points. */
export type PdfImage = { kind: 'image'; data: Buffer; width: number; height: number; alt: string; align?: Align };
export type PdfBlock =
  | ({ kind: 'text'; heading?: 1 | 2 } & PdfText)
  | { kind: 'gap'; height: number }
  /** Side by side, from the side where reading begins. */
  | { kind: 'columns'; columns: { share?: number; blocks: PdfBlock[] }[] }
  | PdfTable
  | PdfImage;

/** A small name over its lines, which people wrote in whatever language; the first line in bold where `isStrong`. */
export function labelled(name: string, lines: readonly string[], isStrong = false): PdfBlock[] {
  return [
    { kind: 'text', text: name, size: 9, tone: 'muted' },
    ...lines.map((text, index): PdfBlock => {
      const strong = isStrong && index === 0 ? ({ size: 11, weight: 'semibold' } as const) : {};
      return { kind: 'text', text, direction: 'auto', ...strong };
    }),
  ];
}

/** The title of a document, and what it is or whose at the other end of the line. */
export function titleRow(title: string, note: string): PdfBlock {
  return {
    kind: 'columns',
    columns: [
      { share: 3, blocks: [{ kind: 'text', heading: 1, text: title, size: 20, weight: 'semibold' }] },
      { share: 2, blocks: [{ kind: 'text', text: note, size: 11, tone: 'muted', align: 'end', direction: 'auto' }] },
    ],
  };
}

/** Every text in the blocks: the fonts are chosen by its characters. */
export function textsOf(blocks: readonly PdfBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.text];
    if (block.kind === 'columns') return block.columns.flatMap((column) => textsOf(column.blocks));
    if (block.kind !== 'table') return [];
    const cells = [...block.rows, ...(block.totals ?? [])].flat();
    return [...block.columns.map(({ head }) => head), ...cells.map((cell) => textOf(cell).text)];
  });
}

export function textOf(cell: PdfCell): PdfText {
  return typeof cell === 'string' ? { text: cell } : cell;
}
