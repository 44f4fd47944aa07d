import { setImmediate as othersFirst } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { AppError } from '#base/shared/errors.ts';
import {
  escapedText,
  escapedValue,
  ImmenseXml,
  MalformedXml,
  readXmlTree,
  XLINK_SPACE,
  XML_SPACE,
  type XmlAttribute,
  type XmlElement,
} from '#base/shared/xml-tree.ts';
import { checkExpansion } from './svg-expansion.ts';
import {
  ANIMATED,
  ANIMATIONS,
  ATTRIBUTES,
  ELEMENTS,
  EMPTY_ALONE,
  PICTURED,
  REFERRING,
  TEXTS,
  WORDS,
} from './svg-names.ts';
import { cleanDeclarations, cleanSheet, isSafeValue } from './svg-styles.ts';

/** Maximum size in bytes, before and after cleaning. */
export const MAX_SVG_BYTES = 5 * 1024 * 1024;
const LIMITS = { depth: 100, elements: 50_000 };
/** Maximum total length of the style sheets of an SVG: parsing them takes the longest. */
const MAX_SHEET_LENGTH = 512 * 1024;
const SVG_SPACE = 'http://www.w3.org/2000/svg';

const errors = {
  unreadable: () =>
    new AppError(415, 'svg_unreadable', 'This SVG image can’t be read. Export it again as SVG, or as PNG.'),
  immense: () =>
    new AppError(
      413,
      'svg_immense',
      'An SVG image can have at most 5 MB, 50,000 elements and 100 levels. Simplify it, or save it as PNG.',
    ),
};

/**
 * Sanitizes an SVG: shapes, styles and animations stay; scripts, external references and links are removed. The result
 * is serialized again, in UTF-8, from an allow list of names; nothing of the source is copied verbatim. Cleaning it
 * again changes nothing.
 * @throws {AppError} `svg_unreadable` or `svg_immense`.
 */
export function cleanSvg(bytes: Uint8Array, slice?: number): Buffer {
  const steps = cleaning(bytes, slice);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function* cleaning(bytes: Uint8Array, slice?: number): Generator<void, Buffer> {
  if (bytes.byteLength > MAX_SVG_BYTES) throw errors.immense();
  try {
    const source = yield* readXmlTree(textOf(bytes), LIMITS, slice);
    if (source.name !== 'svg' || (source.space !== SVG_SPACE && source.space !== '')) throw new MalformedXml();
    const root = cleaned(source, { space: source.space, sheets: 0 }, false);
    if (!root) throw new MalformedXml();
    checkExpansion(root);
    const links = usesLinks(root) ? ` xmlns:xlink="${XLINK_SPACE}"` : '';
    const clean = Buffer.from(serialized(root, ` xmlns="${SVG_SPACE}"${links}`));
    if (clean.length > MAX_SVG_BYTES) throw new ImmenseXml();
    return clean;
  } catch (error) {
    if (error instanceof ImmenseXml) throw errors.immense();
    if (error instanceof MalformedXml) throw errors.unreadable();
    throw error;
  }
}

/** Cleans an uploaded file once it is complete, yielding to other requests in between. */
export async function cleanSvgFile(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.byteLength;
    if (size > MAX_SVG_BYTES) throw errors.immense();
    chunks.push(chunk);
  }
  const steps = cleaning(Buffer.concat(chunks));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await othersFirst();
  }
}

function textOf(input: Uint8Array): string {
  const bytes = unzipped(input);
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isWideTurned = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1] ?? 'utf-8';
  const encoding = isWide
    ? 'utf-16le'
    : isWideTurned
      ? 'utf-16be'
      : head.startsWith('\xef\xbb\xbf')
        ? 'utf-8'
        : declared;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedXml();
  }
}

/** SVGZ is a gzipped SVG. */
function unzipped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_SVG_BYTES });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new ImmenseXml() : new MalformedXml();
  }
}

/** The namespace of its elements, and the total length of its style sheets so far. */
type SvgContext = { space: string; sheets: number };

/** The sanitized element with its children; null where it is removed. */
function cleaned(source: XmlElement, context: SvgContext, isText: boolean): XmlElement | null {
  const { name } = source;
  if (source.space !== context.space || !ELEMENTS.has(name)) return null;
  if (name === 'style') return cleanedStyle(source, context);
  const attributeOf = (attributeName: string) =>
    source.attributes.find((attribute) => attribute.space === '' && attribute.name === attributeName)?.value;
  if (ANIMATIONS.has(name) && name !== 'animateMotion' && !ANIMATED.has(attributeOf('attributeName') ?? ''))
    return null;
  const attributes = source.attributes.flatMap((attribute) => cleanedAttribute(attribute, name));
  const hasLink = attributes.some((attribute) => attribute.name === 'href');
  const hadLink = source.attributes.some((attribute) => attribute.name === 'href');
  if (EMPTY_ALONE.has(name) && !hasLink && (hadLink || !ANIMATIONS.has(name))) return null;
  // An animation without a target value has no effect.
  if (
    ANIMATIONS.has(name) &&
    source.attributes.some((attribute) => isValue(attribute) && !isSafeValue(attribute.value))
  )
    return null;
  const hasText = isText || TEXTS.has(name);
  const children: XmlElement['children'] = [];
  for (const child of source.children) {
    if (typeof child === 'string') {
      if (hasText && child !== '') children.push(child);
    } else if (name !== 'title' && name !== 'desc') {
      const cleanedChild = cleaned(child, context, hasText);
      if (cleanedChild) children.push(cleanedChild);
    }
  }
  return { space: SVG_SPACE, name, attributes, children };
}

const isValue = ({ name }: XmlAttribute) => ['from', 'to', 'by', 'values'].includes(name);

function cleanedStyle(source: XmlElement, context: SvgContext): XmlElement | null {
  const attributeOf = (attributeName: string) =>
    source.attributes.find((attribute) => attribute.space === '' && attribute.name === attributeName)?.value;
  if (!['', 'text/css'].includes((attributeOf('type') ?? '').trim().toLowerCase())) return null;
  const css = source.children.filter((child) => typeof child === 'string').join('');
  context.sheets += css.length;
  if (context.sheets > MAX_SHEET_LENGTH) throw new ImmenseXml();
  const sheet = cleanSheet(css);
  if (sheet === '') return null;
  const media = attributeOf('media');
  const attributes = media !== undefined && isSafeValue(media) ? [{ space: '', name: 'media', value: media }] : [];
  return { space: SVG_SPACE, name: 'style', attributes, children: [sheet] };
}

function cleanedAttribute({ space, name, value }: XmlAttribute, element: string): XmlAttribute[] {
  if (name === 'href' && (space === '' || space === XLINK_SPACE)) {
    const target = targetOf(value, element);
    return target === null ? [] : [{ space, name, value: target }];
  }
  if (space === XML_SPACE) {
    const isKnown = (name === 'space' || name === 'lang') && /^[\w-]{1,35}$/.test(value);
    return isKnown ? [{ space, name, value }] : [];
  }
  if (space !== '') return [];
  if (WORDS.has(name)) return [{ space, name, value }];
  if (name === 'style') {
    const style = cleanDeclarations(value);
    return style === '' ? [] : [{ space, name, value: style }];
  }
  return ATTRIBUTES.has(name) && isSafeValue(value) ? [{ space, name, value }] : [];
}

/** The base64 prefix of each picture format: its actual type, whatever the media type says. */
const PICTURES = /^data:image\/(?:png;base64,iVBORw0KGgo|jpe?g;base64,\/9j\/|gif;base64,R0lGOD|webp;base64,UklGR)/;

/** Allowed link targets: an element of the same SVG, or an embedded picture. */
function targetOf(value: string, element: string): string | null {
  const target = value.trim();
  if (/^#[^\s"'()\\]+$/.test(target)) return REFERRING.has(element) ? target : null;
  if (!PICTURED.has(element) || !/^data:image\//i.test(target)) return null;
  const comma = target.indexOf(',');
  const picture =
    target
      .slice(0, comma + 1)
      .toLowerCase()
      .replace(/\s/g, '') + target.slice(comma + 1).replace(/\s+/g, '');
  return PICTURES.test(picture) && /^[\w+/]*={0,2}$/.test(picture.slice(picture.indexOf(',') + 1)) ? picture : null;
}

const PREFIXES: Record<string, string> = { [XML_SPACE]: 'xml:', [XLINK_SPACE]: 'xlink:' };

function serialized(element: XmlElement, spaces: string): string {
  let text = `<${element.name}${spaces}`;
  for (const { space, name, value } of element.attributes) {
    text += ` ${PREFIXES[space] ?? ''}${name}="${escapedValue(value)}"`;
  }
  if (element.children.length === 0) return `${text}/>`;
  text += '>';
  for (const child of element.children) text += typeof child === 'string' ? escapedText(child) : serialized(child, '');
  return `${text}</${element.name}>`;
}

function usesLinks(element: XmlElement): boolean {
  return (
    element.attributes.some(({ space }) => space === XLINK_SPACE) ||
    element.children.some((child) => typeof child !== 'string' && usesLinks(child))
  );
}
