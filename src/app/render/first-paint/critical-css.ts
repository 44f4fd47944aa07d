import { type AtRule, type ChildNode, parse, type Root } from 'postcss';
import selectorParser from 'postcss-selector-parser';
import { memoize } from '#base/shared/memoize.ts';

/** Names in a page that selectors can match: `tag`, `.class`, `#id`, `[type=…]` of an input, a custom `--property`. */
export type Names = ReadonlySet<string>;

export type Sheet = {
  /** Which names of its selectors occur in a page: pages with the same ones need the same rules. */
  presenceOf(names: Names): Presence;
  /** Adds the custom properties that the rules of such a page use; returns the indexes of the named rules they reference. */
  collect(presence: Presence, properties: Set<string>): ReadonlySet<number>;
  /** Custom property -> the properties used by the values the sheet gives it. */
  settings: ReadonlyMap<string, readonly string[]>;
  /** The text of the rules that such a page needs. */
  textFor(presence: Presence, properties: ReadonlySet<string>, references: ReadonlySet<number>): string;
  /** Whether a rule matches one of these classes (`.class`). */
  usesAny(names: Iterable<string>): boolean;
  /** The declarations of each `@font-face`. */
  fonts: Record<string, string>[];
};

/** What a selector needs in a page to match: all of `names`, by their index in the sheet, and one of each group. */
type Need = { names: number[]; groups: Need[][] };

/** A declaration, the custom property it `sets`, and the custom properties it `uses`. */
type Declaration = { text: string; sets: string | undefined; uses: string[] };

/** `references`: indexes of the keyframes and `@property` rules that a part names. */
type Part =
  | { kind: 'text'; text: string; uses: string[]; references: number[] }
  | { kind: 'rule'; selectors: { text: string; need: Need }[]; body: Declaration[]; references: number[] }
  | { kind: 'block'; opening: string; parts: Part[] };

/** 1 for each name of a sheet that occurs in a page, by index. */
type Presence = Uint8Array;

/** Results held in memory, some 20 KB each. */
const MAX_RESULTS = 200;

/** At-rules the first paint does not need: print, and fallbacks for browsers without `@property`. */
const DEFERRED = /^(?:media print|layer properties)$/;
/** Browsers without `color-mix` get its fallbacks with the full sheet. */
const COLOR_MIX = /^\(color:\s*color-mix\(/;

/** Pseudo-elements of inputs -> the input types that have them. */
const INPUT_PARTS: [pattern: RegExp, types: string[]][] = [
  [/-webkit-(?:date|calendar)/, ['date', 'time', 'datetime-local', 'month', 'week']],
  [/-webkit-search/, ['search']],
  [/-webkit-(?:inner|outer)-spin/, ['number']],
  [/file-selector|file-upload/, ['file']],
];

const VAR = 'var(';
const USED_PROPERTY = /var\(\s*(--[\w-]+)/g;

/**
 * A parsed stylesheet, from which the rules that a page needs are selected. States and attributes are assumed to match: only
 * rules for a class, an id or an element that the page lacks are left out.
 */
export function createSheet(css: string): Sheet {
  const fonts: Record<string, string>[] = [];
  /** Keyframes and `@property` rules, which other rules reference by name. */
  const named: { name: string; text: string; uses: string[] }[] = [];
  const settings = new Map<string, string[]>();
  const classes = new Set<string>();
  /** Every name in a selector -> its index, because each page is checked against many thousands. */
  const indexes = new Map<string, number>();

  function indexOf(name: string): number {
    const index = indexes.get(name) ?? indexes.size;
    indexes.set(name, index);
    if (name.startsWith('.')) classes.add(name);
    return index;
  }

  const partsOf = (nodes: readonly ChildNode[]): Part[] => nodes.flatMap((node) => partOf(node) ?? []);
  const referencesIn = (text: string) => named.flatMap(({ name }, at) => (text.includes(name) ? [at] : []));
  const propertiesIn = (text: string) => Array.from(text.matchAll(USED_PROPERTY), ([, name = '']) => name);

  function partOf(node: ChildNode): Part | undefined {
    if (node.type === 'rule') {
      const selectors = node.selectors.map((text) => ({ text, need: needOf(text, indexOf) }));
      const body = node.nodes.map(declarationOf);
      return { kind: 'rule', selectors, body, references: referencesIn(node.nodes.map(String).join(';')) };
    }
    if (node.type !== 'atrule' || isNamed(node)) return undefined;
    if (node.name === 'font-face') return void fonts.push(declarationsOf(node));
    if (DEFERRED.test(`${node.name} ${node.params}`)) return undefined;
    const isLeaf = !node.nodes || node.nodes.some(({ type }) => type === 'decl');
    const text = node.nodes ? String(node) : `${node};`;
    if (isLeaf) return { kind: 'text', text, uses: propertiesIn(text), references: referencesIn(text) };
    return { kind: 'block', opening: `@${node.name} ${node.params}`, parts: partsOf(node.nodes ?? []) };
  }

  function declarationOf(node: ChildNode): Declaration {
    const text = String(node);
    const uses = propertiesIn(text);
    if (node.type !== 'decl' || !node.prop.startsWith('--')) return { text, sets: undefined, uses };
    indexOf(node.prop);
    settings.set(node.prop, [...(settings.get(node.prop) ?? []), ...uses]);
    return { text, sets: node.prop, uses };
  }

  const sheet = parse(css);
  replaceColorMixFallbacks(sheet);
  // Before the rules that reference them, which may come first.
  sheet.walkAtRules((rule) => {
    if (isNamed(rule)) named.push({ name: rule.params, text: String(rule), uses: propertiesIn(String(rule)) });
  });
  const parts = partsOf(sheet.nodes);
  return {
    fonts,
    settings,
    usesAny: (names) => {
      for (const name of names) if (classes.has(name)) return true;
      return false;
    },
    presenceOf: (names) => {
      const presence = new Uint8Array(indexes.size);
      for (const name of names) {
        const index = indexes.get(name);
        if (index !== undefined) presence[index] = 1;
      }
      return presence;
    },
    collect: (presence, properties) => {
      const references = new Set<number>();
      collect(parts, presence, properties, references);
      for (const index of references) for (const property of named[index]?.uses ?? []) properties.add(property);
      return references;
    },
    textFor: (presence, properties, references) =>
      textFor(parts, presence, properties) + named.map(({ text }, at) => (references.has(at) ? text : '')).join(''),
  };
}

/** By sheets and present names: pages are rendered more often than their names change. */
const resultsOf = new WeakMap<Sheet, ReturnType<typeof memoize<readonly string[]>>>();

/**
 * The rules of each sheet that a page with these names can need, in their order and layers; no fonts. Sheets are evaluated
 * together: a property set in one may be used in another.
 */
export function criticalCss(sheets: readonly Sheet[], names: Names): readonly string[] {
  const [first] = sheets;
  if (!first) return [];
  const results = resultsOf.get(first) ?? memoize<readonly string[]>(MAX_RESULTS);
  resultsOf.set(first, results);
  const presences = sheets.map((sheet) => sheet.presenceOf(names));
  const key = presences.map((presence) => Buffer.from(presence.buffer).toString('latin1')).join('|');
  return results(key, () => {
    const properties = new Set([...names].filter((name) => name.startsWith('--')));
    const references = sheets.map((sheet, at) => sheet.collect(presences[at] ?? NOTHING, properties));
    // The loop also visits what it adds: properties used by the values of used properties.
    for (const property of properties)
      for (const { settings } of sheets) for (const used of settings.get(property) ?? []) properties.add(used);
    return sheets.map((sheet, at) => sheet.textFor(presences[at] ?? NOTHING, properties, references[at] ?? new Set()));
  });
}

const NOTHING = new Uint8Array();

/** Keeps `color-mix` and removes its fallbacks. */
function replaceColorMixFallbacks(sheet: Root): void {
  sheet.walkAtRules('supports', (condition) => {
    if (!COLOR_MIX.test(condition.params)) return;
    const before = condition.prev();
    const [only, ...more] = condition.nodes ?? [];
    if (more.length > 0 || only?.type !== 'rule' || before?.type !== 'rule' || before.selector !== only.selector) {
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
  const entries = rule.nodes?.flatMap((node) => (node.type === 'decl' ? [[node.prop, node.value] as const] : [])) ?? [];
  return Object.fromEntries(entries);
}

function needOf(selector: string, indexOf: (name: string) => number): Need {
  const [only] = selectorParser().astSync(selector).nodes;
  return only ? needIn(only, indexOf) : { names: [], groups: [] };
}

function needIn(selector: selectorParser.Selector, indexOf: (name: string) => number): Need {
  const need: Need = { names: [], groups: [] };
  for (const node of selector.nodes) {
    if (node.type === 'class') need.names.push(indexOf(`.${node.value}`));
    else if (node.type === 'id') need.names.push(indexOf(`#${node.value}`));
    else if (node.type === 'tag') need.names.push(indexOf(node.value.toLowerCase()));
    else if (node.type === 'pseudo' && node.value.startsWith('::')) {
      const [, types] = INPUT_PARTS.find(([pattern]) => pattern.test(node.value)) ?? [];
      if (types) need.groups.push(types.map((type) => ({ names: [indexOf(`[type=${type}]`)], groups: [] })));
    } else if (node.type === 'pseudo' && /^:(?:is|where|has|-webkit-any|-moz-any)$/.test(node.value))
      need.groups.push(node.nodes.map((inner) => needIn(inner, indexOf)));
  }
  return need;
}

function isMet({ names, groups }: Need, presence: Presence): boolean {
  for (const name of names) if (presence[name] === 0) return false;
  return groups.length === 0 || groups.every((group) => group.some((need) => isMet(need, presence)));
}

/** Adds the properties that the rules of a page use, except in values of custom properties, and the named rules they reference. */
function collect(parts: readonly Part[], presence: Presence, properties: Set<string>, references: Set<number>): void {
  for (const part of parts) {
    if (part.kind === 'block') collect(part.parts, presence, properties, references);
    else if (part.kind === 'text' || part.selectors.some(({ need }) => isMet(need, presence))) {
      const users = part.kind === 'text' ? [part] : part.body.filter(({ sets }) => sets === undefined);
      for (const { uses } of users) for (const property of uses) properties.add(property);
      for (const index of part.references) references.add(index);
    }
  }
}

function textFor(parts: readonly Part[], presence: Presence, properties: ReadonlySet<string>): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'block') {
      const inner = textFor(part.parts, presence, properties);
      // An empty layer still defines the order of layers.
      if (inner || part.opening.startsWith('@layer')) text += `${part.opening}{${inner}}`;
    } else if (part.kind === 'text') text += part.text;
    else {
      const selectors = part.selectors.filter(({ need }) => isMet(need, presence)).map((selector) => selector.text);
      if (selectors.length === 0) continue;
      const body = part.body.filter(({ sets }) => sets === undefined || properties.has(sets)).map(({ text }) => text);
      if (body.length > 0) text += `${selectors.join()}{${body.join(';')}}`;
    }
  }
  return text;
}

/** The names in a rendered page, whose attributes are in double quotes. */
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
  for (let at = html.indexOf(VAR); at >= 0; at = html.indexOf(VAR, at + 1)) {
    let from = at + VAR.length;
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

/** The same lists occur in all pages. */
const classes = memoize<readonly string[]>(5_000);

function classesOf(list: string): readonly string[] {
  return classes(list, () =>
    plain(list)
      .split(/\s+/)
      .flatMap((name) => (name ? [`.${name}`] : [])),
  );
}

/** The name of the element whose tag begins there; empty where there is none. */
export function tagNameAt(html: string, from: number): string {
  let to = from;
  while (isNameCode(html.charCodeAt(to))) to++;
  return html.slice(from, to);
}

/** Letters and digits, and the hyphen that some names have. */
function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45;
}

/** Visits each `class`, `id` and `type` in the page, in one pass. */
function eachValue(html: string, visit: (attribute: 'class' | 'id' | 'type', value: string) => void): void {
  for (let at = html.indexOf('="'); at >= 0; at = html.indexOf('="', at + 2)) {
    const attribute = attributeBefore(html, at);
    const end = attribute ? html.indexOf('"', at + 2) : -1;
    if (attribute && end >= 0) visit(attribute, html.slice(at + 2, end));
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
