import { SaxesParser } from 'saxes';

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
/** What all named entities of a document may become together. */
const EXPANDED_LENGTH = 256 * 1024;
/** Letters given by number or by name. */
const REFERENCES = 250_000;
/** How many letters are read in one go: some milliseconds at most, whatever they are. */
const SLICE = 64 * 1024;
const ENTITY_NAME = /^[\w:.-]{1,200}$/;
/** The entities of a document type, and what only looks like them: comments, instructions and quoted texts. */
const DECLARED =
  /<!ENTITY\s+([\w:.-]{1,200})\s+(?:"([^"]*)"|'([^']*)')\s*>|<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)|"[^"]*"|'[^']*'/gs;

/**
 * Reads a well-formed XML document as a tree without comments, processing instructions and document type. Entities are
 * those of XML and the plain texts the document itself declares (drawing programs shorten their namespaces so); any
 * other name stands for nothing. Nothing is fetched, and no entity holds another.
 * It pauses after every slice, so that whoever reads a long one can let others go first.
 * @throws {MalformedXml}
 * @throws {ImmenseXml} more levels or elements than `limits`, or entities that multiply.
 */
export function* readXmlTree(source: string, limits: XmlLimits, slice = SLICE): Generator<void, XmlElement> {
  checkReferences(source);
  // Always 1.0, as it is written afterwards: 1.1 has signs that 1.0 has not.
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true, resolvePrefix });
  const entities = parser.ENTITIES;
  parser.ENTITIES = bounded(entities);
  const roots: XmlElement[] = [];
  const open: XmlElement[] = [];
  let elements = 0;
  let attributes = 0;

  function add(text: string): void {
    open.at(-1)?.children.push(text);
  }

  parser.on('error', () => {
    throw new MalformedXml();
  });
  parser.on('doctype', (type) => declare(type, entities));
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++elements > limits.elements || open.length >= limits.depth) throw new ImmenseXml();
  });
  parser.on('attribute', () => {
    if (++attributes > ATTRIBUTES) throw new ImmenseXml();
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes).map(({ uri, local, value }) => ({ space: uri, name: local, value }));
    const element: XmlElement = { space: tag.uri, name: tag.local, attributes, children: [] };
    (open.at(-1)?.children ?? roots).push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  for (let at = 0; at < source.length; at += slice) {
    parser.write(source.slice(at, at + slice));
    yield;
  }
  parser.close();
  const [root] = roots;
  if (!root) throw new MalformedXml();
  return root;
}

/** The parser tells of no letter that is given by number, so signs that may begin one are counted before. */
function checkReferences(source: string): void {
  let references = 0;
  for (let at = source.indexOf('&'); at >= 0; at = source.indexOf('&', at + 1)) {
    if (++references > REFERENCES) throw new ImmenseXml();
  }
}

/** An undeclared prefix stands for itself, but for the one that drawings have always used undeclared. */
function resolvePrefix(prefix: string): string | undefined {
  return prefix === '' ? undefined : prefix === 'xlink' ? XLINK_SPACE : `undeclared:${prefix}`;
}

/** Entities as the parser asks for them: counted, and nothing for a name that is not known. */
function bounded(entities: Record<string, string>): Record<string, string> {
  let expanded = 0;
  return new Proxy(entities, {
    get(_, name) {
      // What is no name is a lone ampersand, and the parser's to refuse.
      if (typeof name !== 'string' || !ENTITY_NAME.test(name)) return undefined;
      const value = entities[name] ?? '';
      expanded += value.length;
      if (expanded > EXPANDED_LENGTH) throw new ImmenseXml();
      return value;
    },
  });
}

/** Of a document type only entities that are plain text count; what lies elsewhere or holds others is not known. */
function declare(type: string, entities: Record<string, string>): void {
  let count = 0;
  for (const [, name, double, single] of type.matchAll(DECLARED)) {
    const value = double ?? single ?? '';
    if (!name || name in entities || /[&<%]/.test(value)) continue;
    if (++count > ENTITIES) return;
    entities[name] = value;
  }
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function mark(sign: string): string {
  return MARKS[sign] ?? `&#${sign.charCodeAt(0)};`;
}

/** Text as it may stand between tags. */
export function escapedText(text: string): string {
  return text.replace(/[&<>\r]/g, mark);
}

/** Text as it may stand between double quotes. */
export function escapedValue(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, mark);
}
