import { type AtRule, type ChildNode, parse } from 'postcss';
import selectorParser from 'postcss-selector-parser';
import { remember } from '#base/shared/remember.ts';

/** What stands in a page that a selector can name: `tag`, `.class`, `#id`. */
export type Names = ReadonlySet<string>;

export type Sheet = {
  /** The rules that a page with these names can need, in their order and their layers; no fonts. */
  usedBy(names: Names): string;
  /** Whether a rule is about one of these classes (`.class`). */
  isAbout(names: Iterable<string>): boolean;
  /** What the rule of each font says, by its properties. */
  fonts: Record<string, string>[];
};

/**
 * What must stand in a page for a selector to find something there: all of `names`, by their numbers in the sheet, and one
 * selector of each group.
 */
type Need = { names: number[]; groups: Need[][] };

/** `calls`: numbers of the movements and kinds of properties that a part names. */
type Part =
  | { kind: 'text'; text: string; calls: number[] }
  | { kind: 'rule'; selectors: { text: string; need: Need }[]; body: string; calls: number[] }
  | { kind: 'block'; opening: string; parts: Part[] };

/** What of a sheet stands in one page, by number. */
type There = Uint8Array;

/** Answers that are remembered, some 20 KB each. */
const MOST_KNOWN = 200;

/** What no first paint waits for: paper, and what browsers without `@property` have in its place. */
const LATER = /^(?:media print|layer properties)$/;

/**
 * A stylesheet taken apart, to find again and again what one page needs of it. States and attributes are taken for given:
 * a rule of what may become of the page stays, and one of a class, an id or an element that is not there goes.
 */
export function createSheet(css: string): Sheet {
  const fonts: Record<string, string>[] = [];
  /** Movements and kinds of properties: what rules call by a name. */
  const named: { name: string; text: string }[] = [];
  const classes = new Set<string>();
  /** Every name a selector asks for -> its number: many thousand questions are asked of each page. */
  const numbers = new Map<string, number>();

  function numberOf(name: string): number {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    if (name.startsWith('.')) classes.add(name);
    return number;
  }

  const partsOf = (nodes: readonly ChildNode[]): Part[] => nodes.flatMap((node) => partOf(node) ?? []);
  const called = (text: string) => named.flatMap(({ name }, at) => (text.includes(name) ? [at] : []));

  function partOf(node: ChildNode): Part | undefined {
    if (node.type === 'rule') {
      const selectors = node.selectors.map((text) => ({ text, need: needOf(text, numberOf) }));
      const body = node.nodes.map(String).join(';');
      return { kind: 'rule', selectors, body, calls: called(body) };
    }
    if (node.type !== 'atrule' || isNamed(node)) return undefined;
    if (node.name === 'font-face') return void fonts.push(declarationsOf(node));
    if (LATER.test(`${node.name} ${node.params}`)) return undefined;
    const isWhole = !node.nodes || node.nodes.some(({ type }) => type === 'decl');
    const text = node.nodes ? String(node) : `${node};`;
    if (isWhole) return { kind: 'text', text, calls: called(text) };
    return { kind: 'block', opening: `@${node.name} ${node.params}`, parts: partsOf(node.nodes ?? []) };
  }

  const whole = parse(css);
  // Before the rules that call them, wherever they stand.
  whole.walkAtRules((rule) => {
    if (isNamed(rule)) named.push({ name: rule.params, text: String(rule) });
  });
  const parts = partsOf(whole.nodes);
  /** By which names are there. */
  const known = remember<string>(MOST_KNOWN);
  return {
    fonts,
    isAbout: (names) => {
      for (const name of names) if (classes.has(name)) return true;
      return false;
    },
    usedBy: (names) => {
      const there = new Uint8Array(numbers.size);
      for (const name of names) {
        const number = numbers.get(name);
        if (number !== undefined) there[number] = 1;
      }
      // Pages are drawn anew oftener than they come to hold other things.
      return known(Buffer.from(there.buffer).toString('latin1'), () => {
        const calls = new Set<number>();
        return written(parts, there, calls) + named.map(({ text }, at) => (calls.has(at) ? text : '')).join('');
      });
    },
  };
}

function isNamed({ name }: AtRule): boolean {
  return name === 'property' || name.endsWith('keyframes');
}

function declarationsOf(rule: AtRule): Record<string, string> {
  const own = rule.nodes?.flatMap((node) => (node.type === 'decl' ? [[node.prop, node.value] as const] : [])) ?? [];
  return Object.fromEntries(own);
}

function needOf(selector: string, numberOf: (name: string) => number): Need {
  const [only] = selectorParser().astSync(selector).nodes;
  return only ? needIn(only, numberOf) : { names: [], groups: [] };
}

function needIn(selector: selectorParser.Selector, numberOf: (name: string) => number): Need {
  const need: Need = { names: [], groups: [] };
  for (const node of selector.nodes) {
    if (node.type === 'class') need.names.push(numberOf(`.${node.value}`));
    else if (node.type === 'id') need.names.push(numberOf(`#${node.value}`));
    else if (node.type === 'tag') need.names.push(numberOf(node.value.toLowerCase()));
    else if (node.type === 'pseudo' && /^:(?:is|where|has|-webkit-any|-moz-any)$/.test(node.value))
      need.groups.push(node.nodes.map((inner) => needIn(inner, numberOf)));
  }
  return need;
}

function isMet({ names, groups }: Need, there: There): boolean {
  for (const name of names) if (there[name] === 0) return false;
  return groups.length === 0 || groups.every((group) => group.some((need) => isMet(need, there)));
}

/** Adds to `calls` what these rules call by a name. */
function written(parts: readonly Part[], there: There, calls: Set<number>): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'block') {
      const inner = written(part.parts, there, calls);
      // An empty layer still says where it stands among the others.
      if (inner || part.opening.startsWith('@layer')) text += `${part.opening}{${inner}}`;
      continue;
    }
    if (part.kind === 'text') text += part.text;
    else {
      let found = '';
      for (const selector of part.selectors)
        if (isMet(selector.need, there)) found += found ? `,${selector.text}` : selector.text;
      if (!found) continue;
      text += `${found}{${part.body}}`;
    }
    for (const call of part.calls) calls.add(call);
  }
  return text;
}

/** The names in a finished page, as the renderer writes it: attributes in double quotes. */
export function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', tag + 1)) {
    const name = tagNameAt(html, tag + 1);
    if (name) names.add(name.toLowerCase());
  }
  for (const id of valuesOf(html, 'id')) names.add(`#${plain(id)}`);
  for (const list of valuesOf(html, 'class')) for (const name of classesOf(list)) names.add(name);
  return names;
}

/** The classes alone. */
export function classesIn(html: string): string[] {
  return [...valuesOf(html, 'class')].flatMap(classesOf);
}

/** All pages are made of the same lists. */
const classes = remember<readonly string[]>(5_000);

function classesOf(list: string): readonly string[] {
  return classes(list, () =>
    plain(list)
      .split(/\s+/)
      .flatMap((name) => (name ? [`.${name}`] : [])),
  );
}

/** The name of the element whose tag begins there; empty where none does. */
export function tagNameAt(html: string, from: number): string {
  let to = from;
  while (isNameCode(html.charCodeAt(to))) to++;
  return html.slice(from, to);
}

/** Letters and digits, and the hyphen that some names have. */
function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45;
}

/** What an attribute says anywhere in the page. */
function valuesOf(html: string, attribute: string): Set<string> {
  const values = new Set<string>();
  const opening = ` ${attribute}="`;
  for (let place = html.indexOf(opening); place >= 0; ) {
    const from = place + opening.length;
    const to = html.indexOf('"', from);
    if (to < 0) break;
    values.add(html.slice(from, to));
    place = html.indexOf(opening, to);
  }
  return values;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

function plain(attribute: string): string {
  if (!attribute.includes('&')) return attribute;
  return attribute.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
