import { SaxesParser } from 'saxes';

/** An XML element by namespace and local name, whatever prefixes the document uses. */
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
/** Maximum expanded length of all named entities of a document. */
const EXPANDED_LENGTH = 256 * 1024;
/** Character references by number or by name. */
const REFERENCES = 250_000;
/** Characters parsed per slice: a few milliseconds at most. */
const SLICE = 64 * 1024;
const ENTITY_NAME = /^[\w:.-]{1,200}$/;
/** The entity declarations of a document type, and similar-looking comments, instructions and quoted texts. */
const DECLARED =
  /<!ENTITY\s+([\w:.-]{1,200})\s+(?:"([^"]*)"|'([^']*)')\s*>|<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)|"[^"]*"|'[^']*'/gs;

/**
 * Parses a well-formed XML document into a tree without comments, processing instructions and document type. Entities
 * are those of XML and the plain texts the document itself declares (drawing programs abbreviate their namespaces that
 * way); any other entity is empty. Nothing is fetched, and entities don't nest. Yields after every slice, so that the
 * caller can let other work run.
 * @throws {MalformedXml}
 * @throws {ImmenseXml} more levels or elements than `limits`, or entities that multiply.
 */
export function* readXmlTree(source: string, limits: XmlLimits, slice = SLICE): Generator<void, XmlElement> {
  checkReferences(source);
  // Always XML 1.0, as it is serialized: 1.1 allows characters that 1.0 does not.
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
    const attributes = Object.values(tag.attributes).map(({ uri, local, value }) => ({
      space: uri,
      name: local,
      value,
    }));
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

/** The parser reports no numeric character references, so ampersands are counted before. */
function checkReferences(source: string): void {
  let references = 0;
  for (let at = source.indexOf('&'); at >= 0; at = source.indexOf('&', at + 1)) {
    if (++references > REFERENCES) throw new ImmenseXml();
  }
}

/** An undeclared prefix resolves to itself, except for the one that SVGs commonly use undeclared. */
function resolvePrefix(prefix: string): string | undefined {
  return prefix === '' ? undefined : prefix === 'xlink' ? XLINK_SPACE : `undeclared:${prefix}`;
}

/** The entity map of the parser: counts lookups, and returns nothing for an unknown name. */
function bounded(entities: Record<string, string>): Record<string, string> {
  let expanded = 0;
  return new Proxy(entities, {
    get(_, name) {
      // Not a name: a bare ampersand, which the parser rejects.
      if (typeof name !== 'string' || !ENTITY_NAME.test(name)) return undefined;
      const value = entities[name] ?? '';
      expanded += value.length;
      if (expanded > EXPANDED_LENGTH) throw new ImmenseXml();
      return value;
    },
  });
}

/** Of a document type only plain-text entities are declared; external and nested ones are ignored. */
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

/** Escapes text content. */
export function escapedText(text: string): string {
  return text.replace(/[&<>\r]/g, mark);
}

/** Escapes a double-quoted attribute value. */
export function escapedValue(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, mark);
}
