import { type AtRule, type ChildNode, parse, type Root } from 'postcss';
import selectorParser from 'postcss-selector-parser';
import { memoize } from '#base/shared/memoize.ts';

/** What stands in a page that a rule can name: `tag`, `.class`, `#id`, `[type=…]` of an input, a custom `--property`. */
export type Names = ReadonlySet<string>;

export type Sheet = {
  /** Which of the names it speaks of are there: pages with the same ones need the same rules. */
  thereOf(names: Names): There;
  /** Adds the custom properties that the rules of such a page ask for; answers the numbers of what they call by a name. */
  gather(there: There, asks: Set<string>): ReadonlySet<number>;
  /** Custom property -> what is asked for wherever the sheet sets it. */
  settings: ReadonlyMap<string, readonly string[]>;
  /** Its rules, as far as such a page needs them. */
  written(there: There, asks: ReadonlySet<string>, calls: ReadonlySet<number>): string;
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

/** Declarations: of one custom property (`sets`), or of others, and the properties they ask for. */
type Declared = { text: string; sets: string | undefined; asks: string[] };

/** `calls`: numbers of the movements and kinds of properties that a part names. */
type Part =
  | { kind: 'text'; text: string; asks: string[]; calls: number[] }
  | { kind: 'rule'; selectors: { text: string; need: Need }[]; body: Declared[]; calls: number[] }
  | { kind: 'block'; opening: string; parts: Part[] };

/** What of a sheet stands in one page, by number. */
type There = Uint8Array;

/** Answers that are remembered, some 20 KB each. */
const MOST_KNOWN = 200;

/** What no first paint waits for: paper, and what browsers without `@property` have in its place. */
const LATER = /^(?:media print|layer properties)$/;
/** Browsers that can't mix colours are sent what stands in their place with the whole sheet. */
const MIXES = /^\(color:\s*color-mix\(/;

/** Inner parts of inputs, by a sign of their names -> the types that have such a part. */
const INNER_PARTS: [sign: RegExp, types: string[]][] = [
  [/-webkit-(?:date|calendar)/, ['date', 'time', 'datetime-local', 'month', 'week']],
  [/-webkit-search/, ['search']],
  [/-webkit-(?:inner|outer)-spin/, ['number']],
  [/file-selector|file-upload/, ['file']],
];

const CALL = 'var(';
const ASKED = /var\(\s*(--[\w-]+)/g;

/**
 * A stylesheet taken apart, to find again and again what one page needs of it. States and attributes are taken for given:
 * a rule of what may become of the page stays, and one of a class, an id or an element that is not there goes.
 */
export function createSheet(css: string): Sheet {
  const fonts: Record<string, string>[] = [];
  /** Movements and kinds of properties: what rules call by a name. */
  const named: { name: string; text: string; asks: string[] }[] = [];
  const settings = new Map<string, string[]>();
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
  const asked = (text: string) => Array.from(text.matchAll(ASKED), ([, name = '']) => name);

  function partOf(node: ChildNode): Part | undefined {
    if (node.type === 'rule') {
      const selectors = node.selectors.map((text) => ({ text, need: needOf(text, numberOf) }));
      const body = node.nodes.map(declaredOf);
      return { kind: 'rule', selectors, body, calls: called(node.nodes.map(String).join(';')) };
    }
    if (node.type !== 'atrule' || isNamed(node)) return undefined;
    if (node.name === 'font-face') return void fonts.push(declarationsOf(node));
    if (LATER.test(`${node.name} ${node.params}`)) return undefined;
    const isWhole = !node.nodes || node.nodes.some(({ type }) => type === 'decl');
    const text = node.nodes ? String(node) : `${node};`;
    if (isWhole) return { kind: 'text', text, asks: asked(text), calls: called(text) };
    return { kind: 'block', opening: `@${node.name} ${node.params}`, parts: partsOf(node.nodes ?? []) };
  }

  function declaredOf(node: ChildNode): Declared {
    const text = String(node);
    const asks = asked(text);
    if (node.type !== 'decl' || !node.prop.startsWith('--')) return { text, sets: undefined, asks };
    numberOf(node.prop);
    settings.set(node.prop, [...(settings.get(node.prop) ?? []), ...asks]);
    return { text, sets: node.prop, asks };
  }

  const whole = parse(css);
  withMixes(whole);
  // Before the rules that call them, wherever they stand.
  whole.walkAtRules((rule) => {
    if (isNamed(rule)) named.push({ name: rule.params, text: String(rule), asks: asked(String(rule)) });
  });
  const parts = partsOf(whole.nodes);
  return {
    fonts,
    settings,
    isAbout: (names) => {
      for (const name of names) if (classes.has(name)) return true;
      return false;
    },
    thereOf: (names) => {
      const there = new Uint8Array(numbers.size);
      for (const name of names) {
        const number = numbers.get(name);
        if (number !== undefined) there[number] = 1;
      }
      return there;
    },
    gather: (there, asks) => {
      const calls = new Set<number>();
      gather(parts, there, asks, calls);
      for (const call of calls) for (const ask of named[call]?.asks ?? []) asks.add(ask);
      return calls;
    },
    written: (there, asks, calls) =>
      written(parts, there, asks) + named.map(({ text }, at) => (calls.has(at) ? text : '')).join(''),
  };
}

/** By sheets, and by which names of theirs are there: pages are drawn anew oftener than they come to hold other things. */
const known = new WeakMap<Sheet, ReturnType<typeof memoize<readonly string[]>>>();

/**
 * The rules that a page with these names can need of each sheet, in their order and their layers; no fonts. Sheets are looked at
 * together: what one sets another asks for.
 */
export function criticalCss(sheets: readonly Sheet[], names: Names): readonly string[] {
  const [first] = sheets;
  if (!first) return [];
  const answers = known.get(first) ?? memoize<readonly string[]>(MOST_KNOWN);
  known.set(first, answers);
  const theres = sheets.map((sheet) => sheet.thereOf(names));
  return answers(theres.map((there) => Buffer.from(there.buffer).toString('latin1')).join('|'), () => {
    const asks = new Set([...names].filter((name) => name.startsWith('--')));
    const calls = sheets.map((sheet, at) => sheet.gather(theres[at] ?? NOTHING, asks));
    // A set grows while one goes through it: what is asked for by what is asked for comes along.
    for (const ask of asks)
      for (const { settings } of sheets) for (const more of settings.get(ask) ?? []) asks.add(more);
    return sheets.map((sheet, at) => sheet.written(theres[at] ?? NOTHING, asks, calls[at] ?? new Set()));
  });
}

const NOTHING = new Uint8Array();

/** Mixed colours in the place of those that browsers without them have. */
function withMixes(sheet: Root): void {
  sheet.walkAtRules('supports', (condition) => {
    if (!MIXES.test(condition.params)) return;
    const before = condition.prev();
    const [only, ...others] = condition.nodes ?? [];
    if (others.length > 0 || only?.type !== 'rule' || before?.type !== 'rule' || before.selector !== only.selector) {
      condition.replaceWith(condition.nodes ?? []);
      return;
    }
    only.each((mixed) => {
      if (mixed.type !== 'decl') return;
      before.each((plain) => {
        if (plain.type === 'decl' && plain.prop === mixed.prop) plain.remove();
      });
    });
    before.append(only.nodes);
    condition.remove();
  });
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
    else if (node.type === 'pseudo' && node.value.startsWith('::')) {
      const [, types] = INNER_PARTS.find(([sign]) => sign.test(node.value)) ?? [];
      if (types) need.groups.push(types.map((type) => ({ names: [numberOf(`[type=${type}]`)], groups: [] })));
    } else if (node.type === 'pseudo' && /^:(?:is|where|has|-webkit-any|-moz-any)$/.test(node.value))
      need.groups.push(node.nodes.map((inner) => needIn(inner, numberOf)));
  }
  return need;
}

function isMet({ names, groups }: Need, there: There): boolean {
  for (const name of names) if (there[name] === 0) return false;
  return groups.length === 0 || groups.every((group) => group.some((need) => isMet(need, there)));
}

/** Adds what the rules of a page ask for, but for what they set themselves, and what they call by a name. */
function gather(parts: readonly Part[], there: There, asks: Set<string>, calls: Set<number>): void {
  for (const part of parts) {
    if (part.kind === 'block') gather(part.parts, there, asks, calls);
    else if (part.kind === 'text' || part.selectors.some(({ need }) => isMet(need, there))) {
      const asking = part.kind === 'text' ? [part] : part.body.filter(({ sets }) => sets === undefined);
      for (const one of asking) for (const ask of one.asks) asks.add(ask);
      for (const call of part.calls) calls.add(call);
    }
  }
}

function written(parts: readonly Part[], there: There, asks: ReadonlySet<string>): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'block') {
      const inner = written(part.parts, there, asks);
      // An empty layer still says where it stands among the others.
      if (inner || part.opening.startsWith('@layer')) text += `${part.opening}{${inner}}`;
    } else if (part.kind === 'text') text += part.text;
    else {
      const found = part.selectors.filter(({ need }) => isMet(need, there)).map((selector) => selector.text);
      if (found.length === 0) continue;
      const body = part.body.filter(({ sets }) => sets === undefined || asks.has(sets)).map((one) => one.text);
      if (body.length > 0) text += `${found.join()}{${body.join(';')}}`;
    }
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
  eachValue(html, (attribute, value) => {
    if (attribute === 'class') for (const name of classesOf(value)) names.add(name);
    else if (attribute === 'id') names.add(`#${plain(value)}`);
    else names.add(`[type=${value}]`);
  });
  for (let call = html.indexOf(CALL); call >= 0; call = html.indexOf(CALL, call + 1)) {
    let from = call + CALL.length;
    while (html[from] === ' ') from++;
    let to = from;
    while (isNameCode(html.charCodeAt(to)) || html[to] === '_') to++;
    if (html.startsWith('--', from)) names.add(html.slice(from, to));
  }
  return names;
}

/** The classes alone. */
export function classesIn(html: string): string[] {
  const lists = new Set<string>();
  eachValue(html, (attribute, value) => {
    if (attribute === 'class') lists.add(value);
  });
  return [...lists].flatMap(classesOf);
}

/** All pages are made of the same lists. */
const classes = memoize<readonly string[]>(5_000);

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

/** Tells what each `class`, `id` and `type` anywhere in the page says: one way through it for all three. */
function eachValue(html: string, tell: (attribute: 'class' | 'id' | 'type', value: string) => void): void {
  for (let sign = html.indexOf('="'); sign >= 0; sign = html.indexOf('="', sign + 2)) {
    const attribute = attributeBefore(html, sign);
    const end = attribute ? html.indexOf('"', sign + 2) : -1;
    if (attribute && end >= 0) tell(attribute, html.slice(sign + 2, end));
  }
}

function attributeBefore(html: string, end: number): 'class' | 'id' | 'type' | undefined {
  switch (html.charCodeAt(end - 1)) {
    case 115: // s
      return html.startsWith(' class', end - 6) ? 'class' : undefined;
    case 100: // d
      return html.startsWith(' id', end - 3) ? 'id' : undefined;
    case 101: // e
      return html.startsWith(' type', end - 5) ? 'type' : undefined;
    default:
      return undefined;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

function plain(attribute: string): string {
  if (!attribute.includes('&')) return attribute;
  return attribute.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
