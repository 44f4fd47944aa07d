import type { Rule, SourceFile, Violation } from './source-tree.ts';

/** No import cycle; types and dynamic imports count. Each knot of files is told once. */
export const cycles: Rule = {
  name: 'no import cycle',
  check: (tree) => {
    const byPath = new Map(tree.files.map((file) => [file.path, file]));
    return knots(byPath).map((knot): Violation => {
      const circle = shortestCircle(byPath, knot);
      const [first = '', second = ''] = circle;
      const line = byPath.get(first)?.imports.find(({ target }) => target === second)?.line ?? 1;
      return {
        file: first,
        line,
        rule: `No import cycle, not even of types: ${circle.join(' -> ')}.`,
        instead: 'Move what both sides need into a file of its own below them.',
        severity: 'failure',
      };
    });
  },
};

function targetsOf(byPath: Map<string, SourceFile>, path: string): string[] {
  const targets = byPath
    .get(path)
    ?.imports.flatMap(({ target }) => (target !== null && byPath.has(target) ? [target] : []));
  return [...new Set(targets)];
}

/** Strongly connected components of more than one file, or a file that imports itself (Tarjan, without recursion). */
function knots(byPath: Map<string, SourceFile>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  for (const start of byPath.keys()) {
    if (order.has(start)) continue;
    const work: { path: string; rest: string[] }[] = [];
    const enter = (path: string) => {
      order.set(path, order.size);
      low.set(path, order.get(path) ?? 0);
      open.push(path);
      isOpen.add(path);
      work.push({ path, rest: targetsOf(byPath, path) });
    };
    enter(start);
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const next = top.rest.shift();
      if (next !== undefined) {
        if (!order.has(next)) enter(next);
        else if (isOpen.has(next)) low.set(top.path, Math.min(low.get(top.path) ?? 0, order.get(next) ?? 0));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent) low.set(parent.path, Math.min(low.get(parent.path) ?? 0, low.get(top.path) ?? 0));
      if (low.get(top.path) !== order.get(top.path)) continue;
      const knot = open.splice(open.indexOf(top.path));
      for (const path of knot) isOpen.delete(path);
      if (knot.length > 1 || targetsOf(byPath, top.path).includes(top.path)) found.push(knot);
    }
  }
  return found;
}

function shortestCircle(byPath: Map<string, SourceFile>, knot: string[]): string[] {
  const inKnot = new Set(knot);
  const [start = ''] = [...knot].sort();
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (let way = queue.shift(); way; way = queue.shift()) {
    for (const next of targetsOf(byPath, way.at(-1) ?? '')) {
      if (next === start) return [...way, start];
      if (!inKnot.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  }
  return [...knot, start];
}
