import { renderedPicture } from '#base/shared/pictures.ts';
import { type BlockDocument, type BlockNode, blocksOf, findBlock } from '#features/content/blocks/document/rules.ts';
import type { BlockDefinitions } from '#features/content/blocks/rules.ts';
import {
  type About,
  type Finding as AnyFinding,
  type Fix as AnyFix,
  type Facts as Drawn,
  headingFindings,
  type LinkResult,
  linkFindings,
  pictureFindings,
  searchFindings,
  weightFindings,
  withHref,
  withLevel,
} from '#features/content/publishing/checks/rules.ts';

/** Content of a rendered page. `block` is the id of the enclosing block. */
export type PageFacts = Drawn & {
  /** Text whose colours could be determined, with its contrast ratio and the required one. */
  texts: { text: string; ratio: number; needed: number; block: string }[];
  /** Blocks that visitors don't see, with what they lack. */
  leftOut: { reason: string; block: string }[];
};

export type Fix = Exclude<AnyFix, { kind: 'excerpt' }> | { kind: 'ground' };
export type Finding = AnyFinding<Fix>;

/** All accessibility and SEO findings of a page, most important first. */
export function findingsOf(
  page: BlockDocument,
  about: About,
  facts: PageFacts,
  linkResults: ReadonlyMap<string, LinkResult>,
  definitions: BlockDefinitions,
): Finding[] {
  const writtenIn = (block: string) => JSON.stringify(findBlock(page.content, block)?.props ?? {});
  const headingTexts = facts.headings.map(({ text }) => text.trim()).filter(Boolean);
  return [
    ...exampleFindings(page, definitions),
    ...facts.leftOut.map(({ reason, block }) => ({ problem: 'leftOut', values: { reason }, block, fix: null })),
    // Only a heading inside rich text has a level that can be changed.
    ...headingFindings(facts.headings, (block, level) => new RegExp(`<h${level}[^>]*>`, 'i').test(writtenIn(block))),
    ...pictureFindings(
      facts.pictures.filter(({ block }) => hasOwnPictures(findBlock(page.content, block))),
      (block) => PICTURES_ALONE.includes(findBlock(page.content, block)?.type ?? ''),
    ),
    ...contrastFindings(page, facts),
    ...linkFindings(facts.links, linkResults, (block, href) =>
      writtenIn(block).includes(JSON.stringify(href).slice(1, -1)),
    ),
    ...weightFindings(facts.pictures),
    ...(searchFindings(about, headingTexts.join('. ')) as Finding[]),
  ];
}

/** Blocks whose example text nobody replaced: it would be read as the site's own. */
function exampleFindings(page: BlockDocument, definitions: BlockDefinitions): Finding[] {
  return blocksOf(page.content, definitions).flatMap(({ type, props }) => {
    const examples = Object.entries(definitions[type]?.defaults ?? {}).filter(([, value]) => isExample(value));
    const isKept = examples.some(([name, value]) => JSON.stringify(props[name]) === JSON.stringify(value));
    return isKept ? [{ problem: 'example', values: {}, block: String(props.id), fix: null }] : [];
  });
}

/** A list with entries, or a text of several words; a title such as “Contact” may be meant. */
function isExample(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.split(/\s+/).length > 3;
}

/** Whether the pictures of a block are its own: what it lists, such as products, brings its pictures with it. */
function hasOwnPictures(block: BlockNode | null): boolean {
  return !block || PICTURES_ALONE.includes(block.type) || /"src"|<img/.test(JSON.stringify(block.props));
}

/** Blocks that consist of images only. */
const PICTURES_ALONE = ['Picture', 'Gallery'];

function contrastFindings(page: BlockDocument, { texts }: PageFacts): Finding[] {
  const seen = new Set<string>();
  return texts.flatMap(({ text, ratio, needed, block }) => {
    if (ratio >= needed || seen.has(block)) return [];
    seen.add(block);
    const ground = findBlock(page.content, block)?.props.ground;
    const fix: Fix | null = typeof ground === 'string' && ground !== 'paper' ? { kind: 'ground' } : null;
    return [{ problem: 'contrast', values: { text: text.slice(0, 60), ratio: ratio.toFixed(1), needed }, block, fix }];
  });
}

/** The page with a finding fixed; null where its element no longer exists. */
export function fixPage(page: BlockDocument, { block, fix }: Finding): BlockDocument | null {
  if (!fix) return null;
  if (fix.kind === 'description')
    return { ...page, root: { ...page.root, props: { ...page.root.props, description: fix.text } } };
  let isDone = false;
  const change = (content: readonly BlockNode[]): BlockNode[] =>
    content.map((pageBlock) => {
      if (pageBlock.props.id === block) {
        const props = fix.kind === 'ground' ? { ...pageBlock.props, ground: 'paper' } : withFix(pageBlock.props, fix);
        isDone ||= JSON.stringify(props) !== JSON.stringify(pageBlock.props);
        return { ...pageBlock, props: props as BlockNode['props'] };
      }
      const props = Object.entries(pageBlock.props).map(([name, value]) => [
        name,
        isBlocks(value) ? change(value) : value,
      ]);
      return { ...pageBlock, props: Object.fromEntries(props) };
    });
  const content = change(page.content);
  return isDone ? { ...page, content } : null;
}

/** A block's values with one value replaced wherever it occurs. */
function withFix(value: unknown, fix: Exclude<Fix, { kind: 'description' | 'ground' }>): unknown {
  if (typeof value === 'string') {
    if (fix.kind === 'level') return withLevel(value, fix);
    if (fix.kind === 'href') return value === fix.from ? fix.to : withHref(value, fix);
    return value;
  }
  if (Array.isArray(value)) return value.map((inside) => withFix(inside, fix));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withFix(entry, fix)]));
  return fix.kind === 'alt' && isRenderedAs(value, fix.src) ? { ...inside, alt: fix.alt } : inside;
}

/** The `src` in the page is a resized form of the stored image, under another URL. */
function isRenderedAs(value: object, renderedSrc: string): boolean {
  const { src, width } = value as { src?: unknown; width?: unknown };
  if (typeof src !== 'string') return false;
  return (
    src === renderedSrc || renderedPicture(src, typeof width === 'number' ? width : undefined)?.src === renderedSrc
  );
}

function isBlocks(value: unknown): value is BlockNode[] {
  return (
    Array.isArray(value) &&
    value.some((item) => typeof item === 'object' && item !== null && 'type' in item && 'props' in item)
  );
}
