import { type AtRule, type ChildNode, parse } from 'postcss';
import selectorParser from 'postcss-selector-parser';

/** What stands in a page that a selector can name: `tag`, `.class`, `#id`. */
export type Names = ReadonlySet<string>;

export type Sheet = {
  /** The rules that a page with these names can need, in their order and their layers; no fonts. */
  usedBy(names: Names): string;
  /** Whether a rule is about a class that stands in the page. */
  isAbout(names: Names): boolean;
  /** What the rule of each font says, by its properties. */
  fonts: Record<string, string>[];
};

/** What must stand in a page for a selector to find something there: all of `names`, and one selector of each group. */
type Need = { names: string[]; groups: Need[][] };

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'rule'; selectors: { text: string; need: Need }[]; body: string }
  | { kind: 'block'; opening: string; parts: Part[] };

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

  const partsOf = (nodes: readonly ChildNode[]): Part[] => nodes.flatMap((node) => partOf(node) ?? []);

  function partOf(node: ChildNode): Part | undefined {
    if (node.type === 'rule') {
      const selectors = node.selectors.map((text) => ({ text, need: needOf(text) }));
      for (const { need } of selectors) for (const name of need.names) if (name.startsWith('.')) classes.add(name);
      return { kind: 'rule', selectors, body: node.nodes.map(String).join(';') };
    }
    if (node.type !== 'atrule') return undefined;
    if (node.name === 'font-face') return void fonts.push(declarationsOf(node));
    if (node.name === 'property' || node.name.endsWith('keyframes'))
      return void named.push({ name: node.params, text: String(node) });
    if (LATER.test(`${node.name} ${node.params}`)) return undefined;
    const isWhole = !node.nodes || node.nodes.some(({ type }) => type === 'decl');
    if (isWhole) return { kind: 'text', text: node.nodes ? String(node) : `${node};` };
    return { kind: 'block', opening: `@${node.name} ${node.params}`, parts: partsOf(node.nodes ?? []) };
  }

  const parts = partsOf(parse(css).nodes);
  return {
    fonts,
    isAbout: (names) => [...names].some((name) => classes.has(name)),
    usedBy: (names) => {
      const rules = written(parts, names);
      const called = named.filter(({ name }) => rules.includes(name));
      return rules + called.map(({ text }) => text).join('');
    },
  };
}

function declarationsOf(rule: AtRule): Record<string, string> {
  const own = rule.nodes?.flatMap((node) => (node.type === 'decl' ? [[node.prop, node.value] as const] : [])) ?? [];
  return Object.fromEntries(own);
}

function needOf(selector: string): Need {
  const [only] = selectorParser().astSync(selector).nodes;
  return only ? needIn(only) : { names: [], groups: [] };
}

function needIn(selector: selectorParser.Selector): Need {
  const need: Need = { names: [], groups: [] };
  for (const node of selector.nodes) {
    if (node.type === 'class') need.names.push(`.${node.value}`);
    else if (node.type === 'id') need.names.push(`#${node.value}`);
    else if (node.type === 'tag') need.names.push(node.value.toLowerCase());
    else if (node.type === 'pseudo' && /^:(?:is|where|has|-webkit-any|-moz-any)$/.test(node.value))
      need.groups.push(node.nodes.map(needIn));
  }
  return need;
}

function isMet({ names, groups }: Need, page: Names): boolean {
  return names.every((name) => page.has(name)) && groups.every((group) => group.some((need) => isMet(need, page)));
}

function written(parts: readonly Part[], page: Names): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'rule') {
      const found = part.selectors.filter(({ need }) => isMet(need, page));
      if (found.length > 0) text += `${found.map((selector) => selector.text).join(',')}{${part.body}}`;
    } else {
      const inner = written(part.parts, page);
      // An empty layer still says where it stands among the others.
      if (inner || part.opening.startsWith('@layer')) text += `${part.opening}{${inner}}`;
    }
  }
  return text;
}

const CLASSES = /\sclass="([^"]*)"/g;
const IDS = /\sid="([^"]*)"/g;
const TAGS = /<([a-z][a-z\d-]*)/gi;

/** The names in a finished page, as the renderer writes it: attributes in double quotes. */
export function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, tag = ''] of html.matchAll(TAGS)) names.add(tag.toLowerCase());
  for (const [, id = ''] of html.matchAll(IDS)) names.add(`#${plain(id)}`);
  const lists = new Set(Array.from(html.matchAll(CLASSES), ([, list = '']) => list));
  for (const list of lists) for (const name of plain(list).split(/\s+/)) if (name) names.add(`.${name}`);
  return names;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

function plain(attribute: string): string {
  return attribute.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
