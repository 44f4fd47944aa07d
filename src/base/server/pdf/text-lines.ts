import createBidi from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Face, Faces } from './fonts.ts';

export type Direction = 'ltr' | 'rtl' | 'auto';
/** A piece of a line in one font and one direction, its characters in the order they are read. */
export type Run = { face: Face; text: string };
/** A line as it is drawn: its runs from left to right. `isRtl` is the direction of its paragraph. */
export type Line = { runs: Run[]; isRtl: boolean };
type Measure = (run: Run) => number;
type Piece = { start: number; end: number; face: Face };
type Paragraph = { text: string; pieces: Piece[]; levels: ReturnType<typeof bidi.getEmbeddingLevels>; isRtl: boolean };

const bidi = createBidi();
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });
const INVISIBLE = /[\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069]|\ufe0e|\ufe0f/g;
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;
/** Shown for a character that no font has. */
const REPLACEMENT = '?';
const ELLIPSIS = '…';

/** Thai's AM and the tone before it are drawn as a ring, the tone, and AA. */
const THAI_AM = /([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]*)\u0e33/g;

/** `text` as it is drawn; what is shown where something is missing or cut is drawn too. */
export function drawable(text: string): string {
  return `${shownText(text)} ${REPLACEMENT}${ELLIPSIS}`;
}

/** Signs that are drawn as two glyphs are parted here, so that each glyph says which character it is. */
const shownText = (text: string) =>
  text
    .normalize('NFC')
    .replace(THAI_AM, '\u0e4d$1\u0e32')
    .replace(/[\u09cb\u09cc]/g, (vowel) => vowel.normalize('NFD'));

/** `text` in lines no wider than `width`; of more than `maxLines` the last shown ends in an ellipsis. */
export function linesOf(
  text: string,
  options: { faces: Faces; direction: Direction; width: number; maxLines: number; measure: Measure },
): Line[] {
  const { faces, direction, width, maxLines, measure } = options;
  const lines: { paragraph: Paragraph; start: number; end: number }[] = [];
  for (const part of shownText(text).split(/\r\n|[\n\r\u2028\u2029]/)) {
    const paragraph = paragraphOf(part, faces, direction);
    for (const [start, end] of breakLines(paragraph, width, measure)) lines.push({ paragraph, start, end });
    if (lines.length > maxLines) break;
  }
  const shown = lines.slice(0, maxLines).map(({ paragraph, start, end }) => lineOf(paragraph, start, end));
  const last = lines[maxLines - 1];
  if (lines.length <= maxLines || !last) return shown;
  return [...shown.slice(0, -1), shortened(last.paragraph.text.slice(last.start, last.end), options)];
}

/** The longest beginning of `text` that fits in one line with an ellipsis after it. */
function shortened(text: string, { faces, direction, width, measure }: Parameters<typeof linesOf>[1]): Line {
  const signs = [...clusters.segment(text)].map(({ segment }) => segment);
  for (;;) {
    const paragraph = paragraphOf(`${signs.join('').trimEnd()}${ELLIPSIS}`, faces, direction);
    if (signs.length === 0 || widthBetween(paragraph, 0, paragraph.text.length, measure) <= width)
      return lineOf(paragraph, 0, paragraph.text.length);
    signs.pop();
  }
}

function paragraphOf(input: string, faces: Faces, direction: Direction): Paragraph {
  let text = '';
  const pieces: Piece[] = [];
  for (const { segment } of clusters.segment(input.replace(/[\t\u00a0\u202f]/g, ' '))) {
    const visible = segment.replace(INVISIBLE, '');
    const face = faceOf(visible, faces, pieces.at(-1)?.face);
    const shown = face || visible === '' ? segment : REPLACEMENT;
    const chosen = face ?? pieces.at(-1)?.face ?? faceOf(REPLACEMENT, faces, undefined);
    if (!chosen) throw new Error('The fonts of a document have at least the replacement character.');
    const last = pieces.at(-1);
    const end = text.length + shown.length;
    if (last?.face === chosen) last.end = end;
    else pieces.push({ start: text.length, end, face: chosen });
    text += shown;
  }
  const levels = bidi.getEmbeddingLevels(text, direction);
  return { text, pieces, levels, isRtl: (levels.paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** Spaces and punctuation stay in the font before them, so that a run is shaped as a whole. */
function faceOf(cluster: string, faces: Faces, previous: Face | undefined): Face | undefined {
  if (cluster === '') return previous;
  const codes = [...cluster].map((character) => character.codePointAt(0) ?? 0);
  const has = (face: Face) => codes.every((code) => face.characters.has(code));
  if (previous && /^[\p{Z}\p{P}\p{M}]/u.test(cluster) && has(previous)) return previous;
  return faces.find(has);
}

/** The lines as [start, end): whole words where they fit, else as many characters as do. */
function breakLines(paragraph: Paragraph, width: number, measure: Measure): [number, number][] {
  const { text } = paragraph;
  const lines: [number, number][] = [];
  let start = 0;
  let filled = 0;
  for (const [from, to] of breakable(paragraph.text)) {
    const whole = widthBetween(paragraph, from, to, measure);
    const visible = widthBetween(paragraph, from, from + text.slice(from, to).trimEnd().length, measure);
    if (filled + visible <= width) {
      filled += whole;
      continue;
    }
    if (from > start) lines.push([start, from]);
    start = from;
    filled = whole;
    if (visible <= width) continue;
    filled = 0;
    for (const { segment, index } of clusters.segment(text.slice(from, to))) {
      const step = widthBetween(paragraph, from + index, from + index + segment.length, measure);
      if (filled + step > width && from + index > start) {
        lines.push([start, from + index]);
        start = from + index;
        filled = 0;
      }
      filled += step;
    }
  }
  lines.push([start, text.length]);
  return lines;
}

/** The parts between which a line may end: by UAX 14, and in Thai, which writes no spaces, by words. */
function breakable(text: string): [number, number][] {
  const ends: number[] = [];
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) ends.push(next.position);
  if (/\p{Script=Thai}/u.test(text)) {
    for (const { segment, index } of thaiWords.segment(text))
      if (/\p{Script=Thai}$/u.test(segment) && /^\p{Script=Thai}/u.test(text.slice(index + segment.length)))
        ends.push(index + segment.length);
    ends.sort((a, b) => a - b);
  }
  return [...new Set(ends)].map((end, index, all) => [all[index - 1] ?? 0, end]);
}

function widthBetween({ text, pieces }: Paragraph, start: number, end: number, measure: Measure): number {
  let width = 0;
  for (const piece of pieces) {
    const from = Math.max(start, piece.start);
    const to = Math.min(end, piece.end);
    if (from < to) width += measure({ face: piece.face, text: text.slice(from, to).replace(INVISIBLE, '') });
  }
  return width;
}

/** A line in the order of its directions (UAX 9, rule L2), without the spaces at its end. */
function lineOf({ text, pieces, levels, isRtl }: Paragraph, start: number, lineEnd: number): Line {
  const end = start + text.slice(start, lineEnd).trimEnd().length;
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1);
  const runs: (Run & { level: number })[] = [];
  for (const piece of pieces) {
    for (let at = Math.max(start, piece.start); at < Math.min(end, piece.end); at++) {
      const level = levels.levels[at] ?? 0;
      const sign = mirrored.get(at) ?? text[at] ?? '';
      const last = runs.at(-1);
      if (last?.face === piece.face && last.level === level) last.text += sign;
      else runs.push({ face: piece.face, text: sign, level });
    }
  }
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < runs.length; from++) {
      let to = from;
      while ((runs[to]?.level ?? 0) >= level) to++;
      if (to > from + 1) runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  }
  const drawn = runs.map(({ face, text, level }) => ({ face, text: shapeable(text.replace(INVISIBLE, ''), level) }));
  return { runs: drawn.filter((run) => run.text !== ''), isRtl };
}

/** The shaper turns a run by the script of its letters: one of signs alone is turned here. */
function shapeable(text: string, level: number): string {
  if (level % 2 === 0 || RIGHT_TO_LEFT.test(text)) return text;
  return [...clusters.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');
}
