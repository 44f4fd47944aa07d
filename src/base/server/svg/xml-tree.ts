/** An element as a document says it: its namespace and local name, whatever prefixes were used. */
export type XmlElement = {
  space: string;
  name: string;
  attributes: XmlAttribute[];
  children: (XmlElement | string)[];
};

export type XmlAttribute = { space: string; name: string; value: string };

export type XmlLimits = { depth: number; elements: number };

export class MalformedXml extends Error {}
export class ImmenseXml extends Error {}

export const XML_SPACE = 'http://www.w3.org/XML/1998/namespace';
export const XLINK_SPACE = 'http://www.w3.org/1999/xlink';

const ATTRIBUTES = 256;
const ENTITIES = 64;
const ENTITY_LENGTH = 1000;
/** What all named entities of a document may become together. */
const EXPANDED_LENGTH = 256 * 1024;
/** Letters given by number or by name. */
const REFERENCES = 250_000;
const NAME = '[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]{0,200}';
const PREDEFINED = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

/** The namespaces an element declares, over those of the elements it stands in. */
type Scope = { above: Scope | null; spaces: Map<string, string> };
type Open = { element: XmlElement; raw: string; scope: Scope };

/**
 * Reads an XML document as a tree without comments, processing instructions and document type. Elements must close as
 * they opened and attributes must be quoted and stand once; entities are those of XML and the plain texts the document
 * itself declares (drawing programs shorten their namespaces so). Nothing is fetched, and no entity holds another.
 * @throws {MalformedXml}
 * @throws {ImmenseXml} more levels or elements than `limits`, or entities that multiply.
 */
export function readXmlTree(source: string, limits: XmlLimits): XmlElement {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const name = new RegExp(NAME, 'uy');
  const closing = new RegExp(`</(${NAME})[ \\t\\n]*>`, 'uy');
  const equals = /[ \t\n]*=[ \t\n]*(["'])/y;
  const blank = /[ \t\n]*/y;
  let entities = new Map<string, string>();
  let expanded = 0;
  let references = 0;
  let count = 0;
  const found: { root: XmlElement | null } = { root: null };
  const stack: Open[] = [];

  function decoded(words: string): string {
    if (!words.includes('&')) return words;
    return words.replace(/&(#x[\da-f]{1,8}|#\d{1,8}|[\w:.-]{1,200});/gi, (_, said: string) => {
      if (++references > REFERENCES) throw new ImmenseXml();
      if (said.startsWith('#')) return characterOf(said);
      const sign = PREDEFINED.get(said);
      if (sign !== undefined) return sign;
      const value = entities.get(said) ?? '';
      expanded += value.length;
      if (expanded > EXPANDED_LENGTH) throw new ImmenseXml();
      return value;
    });
  }

  function add(words: string): void {
    const top = stack.at(-1);
    if (top) top.element.children.push(words);
    else if (words.trim() !== '') throw new MalformedXml();
  }

  function past(end: string, from: number): number {
    const found = text.indexOf(end, from);
    if (found < 0) throw new MalformedXml();
    return found + end.length;
  }

  /** Reads the start tag at `from`; answers where it ends. */
  function open(from: number): number {
    if (found.root && stack.length === 0) throw new MalformedXml();
    if (++count > limits.elements || stack.length >= limits.depth) throw new ImmenseXml();
    name.lastIndex = from + 1;
    const raw = name.exec(text)?.[0];
    if (!raw) throw new MalformedXml();
    const said = new Map<string, string>();
    let at = name.lastIndex;
    for (;;) {
      blank.lastIndex = at;
      blank.exec(text);
      const hasBlank = blank.lastIndex > at;
      at = blank.lastIndex;
      if (text[at] === '>' || text.startsWith('/>', at)) break;
      name.lastIndex = at;
      const attribute = hasBlank ? name.exec(text)?.[0] : undefined;
      if (!attribute || said.has(attribute)) throw new MalformedXml();
      if (said.size >= ATTRIBUTES) throw new ImmenseXml();
      equals.lastIndex = name.lastIndex;
      const quote = equals.exec(text)?.[1];
      if (!quote) throw new MalformedXml();
      const end = text.indexOf(quote, equals.lastIndex);
      const value = end < 0 ? '<' : text.slice(equals.lastIndex, end);
      if (value.includes('<')) throw new MalformedXml();
      said.set(attribute, decoded(value.replace(/[\t\n]/g, ' ')));
      at = end + 1;
    }
    const above = stack.at(-1);
    const scope = scopeOf(said, above?.scope ?? null);
    const element = { ...qualified(raw, scope, true), attributes: attributesOf(said, scope), children: [] };
    if (above) above.element.children.push(element);
    else found.root = element;
    if (text[at] === '>') stack.push({ element, raw, scope });
    return text[at] === '>' ? at + 1 : at + 2;
  }

  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('<', at);
    if (next !== at) add(decoded(text.slice(at, next < 0 ? undefined : next)));
    if (next < 0) break;
    if (text.startsWith('<!--', next)) at = past('-->', next + 4);
    else if (text.startsWith('<?', next)) at = past('?>', next + 2);
    else if (text.startsWith('<![CDATA[', next) && stack.length > 0) {
      at = past(']]>', next + 9);
      add(text.slice(next + 9, at - 3));
    } else if (text.startsWith('<!DOCTYPE', next) && !found.root) {
      const type = readDocumentType(text, next + 9);
      entities = type.entities;
      at = type.end;
    } else if (text.startsWith('</', next)) {
      closing.lastIndex = next;
      if (closing.exec(text)?.[1] !== stack.pop()?.raw || closing.lastIndex === 0) throw new MalformedXml();
      at = closing.lastIndex;
    } else at = open(next);
  }
  if (!found.root || stack.length > 0) throw new MalformedXml();
  return found.root;
}

function characterOf(said: string): string {
  const code = /^#x/i.test(said) ? Number.parseInt(said.slice(2), 16) : Number(said.slice(1));
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '' : String.fromCodePoint(code);
}

function scopeOf(said: ReadonlyMap<string, string>, above: Scope | null): Scope {
  const spaces = new Map<string, string>();
  for (const [name, value] of said) {
    if (name === 'xmlns') spaces.set('', value);
    else if (name.startsWith('xmlns:')) spaces.set(name.slice(6), value);
  }
  return above && spaces.size === 0 ? above : { above, spaces };
}

/** An undeclared prefix stands for itself, but for the one that drawings have always used undeclared. */
function spaceOf(prefix: string, scope: Scope): string {
  if (prefix === 'xml') return XML_SPACE;
  for (let at: Scope | null = scope; at; at = at.above) {
    const space = at.spaces.get(prefix);
    if (space !== undefined) return space;
  }
  return prefix === '' ? '' : prefix === 'xlink' ? XLINK_SPACE : `undeclared:${prefix}`;
}

function qualified(raw: string, scope: Scope, isElement: boolean): { space: string; name: string } {
  const colon = raw.indexOf(':');
  if (colon < 0) return { space: isElement ? spaceOf('', scope) : '', name: raw };
  return { space: spaceOf(raw.slice(0, colon), scope), name: raw.slice(colon + 1) };
}

function attributesOf(said: ReadonlyMap<string, string>, scope: Scope): XmlAttribute[] {
  return [...said]
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => ({ ...qualified(name, scope, false), value }));
}

/** Of a document type only entities that are plain text count; what lies elsewhere or holds others is not known. */
function readDocumentType(text: string, from: number): { entities: Map<string, string>; end: number } {
  const entities = new Map<string, string>();
  // One token: a quoted text, a comment, an instruction, or any other sign.
  const token = /"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|[\s\S]/uy;
  const declared = new RegExp(`^<!ENTITY[ \\t\\n]+(${NAME})[ \\t\\n]+(?:"([^"]*)"|'([^']*)')[ \\t\\n]*>$`, 'u');
  let isInside = false;
  let declaration = -1;
  token.lastIndex = from;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const sign = match[0];
    // A comment or instruction that never ends; looking for the end of each would take the square of the time.
    if (sign === '<' && /^<!--|^<\?/.test(text.slice(match.index, match.index + 4))) break;
    if (sign === '[' && !isInside) isInside = true;
    else if (sign === ']' && declaration < 0) isInside = false;
    else if (sign === '<') declaration = match.index;
    else if (sign === '>' && !isInside) return { entities, end: token.lastIndex };
    else if (sign === '>') {
      const [, name, double, single] = declared.exec(text.slice(declaration, token.lastIndex)) ?? [];
      const value = double ?? single ?? '';
      declaration = -1;
      if (!name || entities.has(name) || entities.size >= ENTITIES) continue;
      if (value.length <= ENTITY_LENGTH && !/[&<%]/.test(value)) entities.set(name, value);
    }
  }
  throw new MalformedXml();
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Signs that are written otherwise, and those an XML 1.0 document may not hold at all: these go. */
const IN_TEXT = /[&<>\r]|[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const IN_VALUE = /[&<>"\t\n\r]|[^\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function mark(sign: string): string {
  return MARKS[sign] ?? (/[\t\n\r]/.test(sign) ? `&#${sign.charCodeAt(0)};` : '');
}

/** Text as it may stand between tags. */
export function escapedText(text: string): string {
  return text.replace(IN_TEXT, mark);
}

/** Text as it may stand between double quotes. */
export function escapedValue(text: string): string {
  return text.replace(IN_VALUE, mark);
}
