/** One element: its text, or its children by name, each a list. */
export type Element = { text: string; children: Map<string, Element[]> };

type Content = string | number | boolean | null | undefined | Tree | readonly Tree[];
/** Content that becomes XML: a list becomes repeated elements; null and undefined become none. */
export type Tree = { readonly [name: string]: Content };

const DEPTH = 8;
const ELEMENTS = 40_000;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export class MalformedXml extends Error {}

/**
 * Parses the small XML documents of the S3 protocol: elements, text and attributes (which are ignored). Document types
 * and processing instructions are rejected, so nothing can be included or expanded.
 * @throws {MalformedXml}
 */
export function readXml(text: string): { name: string; root: Element } {
  const token =
    /<!--[\s\S]*?-->|<\?xml[^>]*\?>|<(\/?)([A-Za-z_][\w.:-]{0,100})((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
  const stack: { name: string; element: Element }[] = [];
  let top: { name: string; root: Element } | null = null;
  let count = 0;
  let at = 0;
  const source = text.replace(/^\uFEFF/, '');
  while (at < source.length) {
    token.lastIndex = at;
    const match = token.exec(source);
    if (!match) throw new MalformedXml('The document is not well formed.');
    at = token.lastIndex;
    const [, closing, name, , selfClosing, attributes] = match;
    if (attributes !== undefined) {
      const top = stack.at(-1);
      if (top) top.element.text += unescaped(attributes);
      else if (attributes.trim() !== '') throw new MalformedXml('There is text outside the document.');
      continue;
    }
    if (name === undefined) continue;
    if (closing) {
      const top = stack.pop();
      if (top?.name !== name) throw new MalformedXml('An element is not closed.');
      continue;
    }
    if (top && stack.length === 0) throw new MalformedXml('There is more than one document.');
    if (++count > ELEMENTS || stack.length >= DEPTH) throw new MalformedXml('The document is too large.');
    const element: Element = { text: '', children: new Map() };
    const local = name.slice(name.indexOf(':') + 1);
    const parent = stack.at(-1)?.element;
    if (parent) {
      const siblings = parent.children.get(local);
      if (siblings) siblings.push(element);
      else parent.children.set(local, [element]);
    } else top = { name: local, root: element };
    if (!selfClosing) stack.push({ name, element });
  }
  if (!top || stack.length > 0) throw new MalformedXml('The document ends early.');
  return top;
}

function unescaped(text: string): string {
  return text.replace(/&(#x?[\da-fA-F]{1,6}|\w{1,6});?/g, (entity, name: string) => {
    if (name.startsWith('#')) {
      const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
      if (!(code > 0 && code <= 0x10ffff)) throw new MalformedXml('A character is not one.');
      return String.fromCodePoint(code);
    }
    const character = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    if (character === undefined || !entity.endsWith(';')) throw new MalformedXml('An entity is not known.');
    return character;
  });
}

export function childText(element: Element, name: string): string | undefined {
  return element.children.get(name)?.[0]?.text;
}

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A complete document with the S3 namespace; `Error` documents have none. */
export function writeXml(name: string, content: Tree): string {
  const attribute = name === 'Error' ? '' : ` xmlns="${NAMESPACE}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${attribute}>${inner(content)}</${name}>`;
}

function inner(tree: Tree): string {
  let text = '';
  for (const [name, content] of Object.entries(tree)) {
    if (content === null || content === undefined) continue;
    if (typeof content !== 'object') text += `<${name}>${escaped(String(content))}</${name}>`;
    else if (isList(content)) for (const item of content) text += `<${name}>${inner(item)}</${name}>`;
    else text += `<${name}>${inner(content)}</${name}>`;
  }
  return text;
}

function isList(content: Tree | readonly Tree[]): content is readonly Tree[] {
  return Array.isArray(content);
}

/** Characters an XML 1.0 document must not contain. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : '&quot;'))
    .replace(FORBIDDEN, '');
}
