import type { Rule, SourceTree, Violation } from './source-tree.ts';

const MAX_ROOMS = 15;
const MAX_FLOORS = 5;
const MAX_ARROWS = 35;

/** A room of `src/app` is a folder of it, or a loose file. */
function roomOf(path: string): string | undefined {
  return path.match(/^src\/app\/([^/+]+)/)?.[1];
}

type Arrow = { from: string; to: string; file: string; line: number };

/** One arrow for each pair of rooms of which the first imports from the second; types count, tests don't. */
function arrowsOf(tree: SourceTree): { rooms: Set<string>; arrows: Arrow[] } {
  const rooms = new Set<string>();
  const arrows = new Map<string, Arrow>();
  const own = tree.files.filter(({ path }) => roomOf(path) && !tree.testFiles.has(path));
  for (const { path } of own) rooms.add(roomOf(path) ?? '');
  for (const { path: file, imports } of own) {
    const from = roomOf(file) ?? '';
    for (const { target, line } of imports) {
      const to = roomOf(target ?? '');
      if (to && to !== from && rooms.has(to) && !arrows.has(`${from} ${to}`))
        arrows.set(`${from} ${to}`, { from, to, file, line });
    }
  }
  return { rooms, arrows: [...arrows.values()] };
}

/** The longest way down from a room, or the circle it runs into: an arrow of a circle leads upward in every drawing. */
function floorsBelow(room: string, arrows: readonly Arrow[], way: readonly string[] = []): number | readonly string[] {
  if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
  let floors = 0;
  for (const { from, to } of arrows) {
    if (from !== room) continue;
    const below = floorsBelow(to, arrows, [...way, room]);
    if (typeof below !== 'number') return below;
    floors = Math.max(floors, below);
  }
  return floors + 1;
}

/** `src/app` can be drawn on one sheet: few rooms on few floors, every arrow leads down. */
export const appRooms: Rule = {
  name: 'rooms of src/app',
  check: (tree) => {
    const { rooms, arrows } = arrowsOf(tree);
    const add = (rule: string, instead: string, { file, line } = { file: 'src/app', line: 1 }): Violation[] => [
      { file, line, rule, instead, severity: 'failure' },
    ];
    const below = [...rooms].map((room) => floorsBelow(room, arrows));
    const circle = below.find((one) => typeof one !== 'number');
    if (circle !== undefined && typeof circle !== 'number') {
      const last = arrows.find(({ from, to }) => from === circle.at(-2) && to === circle.at(-1));
      return add(
        `The folders of src/app import no circle: ${circle.join(' -> ')}.`,
        'Move what both need into a folder below them.',
        last,
      );
    }
    const floors = Math.max(0, ...below.map(Number));
    return [
      ...(rooms.size > MAX_ROOMS
        ? add(
            `src/app holds at most ${MAX_ROOMS} folders and loose files; it has ${rooms.size}.`,
            'Put it into the folder it belongs to.',
          )
        : []),
      ...(floors > MAX_FLOORS
        ? add(
            `src/app stands on at most ${MAX_FLOORS} floors; it has ${floors}.`,
            'Let two folders of one chain stand side by side.',
          )
        : []),
      ...(arrows.length > MAX_ARROWS
        ? add(
            `At most ${MAX_ARROWS} pairs of folders of src/app import each other; there are ${arrows.length}.`,
            'Take what the folder needs as an argument, from app/start.',
          )
        : []),
    ];
  },
};
