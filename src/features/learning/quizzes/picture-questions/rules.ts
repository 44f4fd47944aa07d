import {
  matchingOf,
  type QuestionOption,
  type QuestionParts,
  type QuestionRow,
  type TypeProblem,
} from '../question-types/rules.ts';

/** A place on an image, in percent of its width and its height. */
export type Place = { x: number; y: number };
export type MarkersAnswer = { markers: readonly Place[] };

export type RegionShape = 'rectangle' | 'circle' | 'polygon';
/** Two opposite corners of a rectangle, the centre of a circle and a point on it, or the corners of a polygon. */
export type Region = { id: string; text: string; shape: RegionShape; points: readonly (readonly [number, number])[] };
/** `ratio`: the width of the image to its height, by which a circle is round. */
export type HotspotKey = { ratio?: number; regions: readonly Region[] };

/** An image with its text, as a question has it. */
type PicturedQuestion = { figure: { alt?: string } | null; parts: QuestionParts };

export const MAX_REGIONS = 12;
export const MAX_CORNERS = 20;
export const MAX_DESCRIPTION_LENGTH = 2000;
/** A region is at least that wide and that high, in percent. */
const MIN_EXTENT = 1;

const isBlank = (text: string | undefined) => (text ?? '').trim() === '';

function pictureProblems({ figure, parts }: PicturedQuestion): TypeProblem[] {
  const ratio = parts.ratio ?? 0;
  return isBlank(figure?.alt) || ratio < 0.1 || ratio > 10 ? ['image'] : [];
}

function isRegion({ text, shape, points }: Region): boolean {
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values);
  const [wide, high] = [extent(points.map(([x]) => x)), extent(points.map(([, y]) => y))];
  if (isBlank(text) || text.length > 500) return false;
  if (shape === 'circle') return points.length === 2 && Math.max(wide, high) >= MIN_EXTENT;
  const hasCorners = shape === 'rectangle' ? points.length === 2 : points.length >= 3 && points.length <= MAX_CORNERS;
  return hasCorners && wide >= MIN_EXTENT && high >= MIN_EXTENT;
}

export function hotspotProblems(question: PicturedQuestion, key: HotspotKey | null): TypeProblem[] {
  const problems = pictureProblems(question);
  const regions = key?.regions ?? [];
  if (isBlank(question.parts.description)) problems.push('description');
  if (regions.length === 0 || regions.length > MAX_REGIONS || !regions.every(isRegion)) problems.push('regions');
  return problems;
}

export function labelsProblems(question: PicturedQuestion, options: readonly QuestionOption[]): TypeProblem[] {
  const problems = pictureProblems(question);
  const rows = question.parts.rows ?? [];
  const texts = [...rows, ...options].map(({ text }) => text);
  if (rows.length < 2 || texts.some(isBlank) || rows.some(({ x, y }) => x === undefined || y === undefined))
    problems.push('labels');
  return problems;
}

/** Whether a region holds a place; the database grades by `private.region_holds`, which does the same. */
export function holds({ shape, points }: Region, ratio: number, { x, y }: Place): boolean {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = points;
  if (shape === 'rectangle')
    return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
  if (shape === 'circle') return (x - ax) ** 2 + ((y - ay) / ratio) ** 2 <= (bx - ax) ** 2 + ((by - ay) / ratio) ** 2;
  // A ray to the right crosses the sides of what holds its start an odd number of times.
  const crossed = points.filter(([cx, cy], at) => {
    const [dx, dy] = points[(at + 1) % points.length] ?? [cx, cy];
    return cy > y !== dy > y && x < ((dx - cx) * (y - cy)) / (dy - cy) + cx;
  });
  return crossed.length % 2 === 1;
}

const bounded = (value: number) => Math.min(100, Math.max(0, Math.round(value * 10) / 10));
/** A place within the image, to a tenth of a percent. */
export const placeOf = (x: number, y: number): Place => ({ x: bounded(x), y: bounded(y) });

/** A new region in the middle of the image. */
export function newRegion(id: string, shape: RegionShape): Region {
  const points: Record<RegionShape, [number, number][]> = {
    rectangle: [
      [40, 40],
      [60, 60],
    ],
    circle: [
      [50, 50],
      [60, 50],
    ],
    polygon: [
      [50, 38],
      [62, 60],
      [38, 60],
    ],
  };
  return { id, text: '', shape, points: points[shape] };
}

/** A polygon with one more corner: halfway between its last and its first. */
export function withCorner(region: Region): Region {
  const [[ax, ay] = [50, 50]] = region.points;
  const [bx, by] = region.points.at(-1) ?? [50, 50];
  const { x, y } = placeOf((ax + bx) / 2, (ay + by) / 2);
  return { ...region, points: [...region.points, [x, y]] };
}

/** A region with one of its points elsewhere; a circle moves whole with its centre. */
export function withMoved(region: Region, at: number, { x, y }: Place): Region {
  const [centre, edge] = region.points;
  const moved = region.points.with(at, [x, y]);
  if (region.shape !== 'circle' || at !== 0 || !centre || !edge) return { ...region, points: moved };
  return {
    ...region,
    points: [
      [x, y],
      [bounded(edge[0] + x - centre[0]), bounded(edge[1] + y - centre[1])],
    ],
  };
}

/** The places of labels, as pairs are edited: the row says in words where it is, the match is the label. */
export type LabelPlace = Place & { id: string; row: string; match: string };

/** Rows, options and key of edited labels, with the places of the rows. */
export function labelsOf(places: readonly LabelPlace[], extras: readonly QuestionOption[]) {
  const { parts, ...matching } = matchingOf(places, extras);
  const rows: QuestionRow[] = (parts.rows ?? []).map((row, at) => ({
    ...row,
    ...placeOf(places[at]?.x ?? 50, places[at]?.y ?? 50),
  }));
  return { ...matching, rows };
}

export function isMarkers(answer: unknown): answer is MarkersAnswer {
  return typeof answer === 'object' && answer !== null && 'markers' in answer;
}
