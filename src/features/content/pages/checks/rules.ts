import { renderedPicture } from '#base/shared/pictures.ts';
import {
  type About,
  type Finding as AnyFinding,
  type Fix as AnyFix,
  type Asked,
  type Facts as Drawn,
  headingFindings,
  linkFindings,
  pictureFindings,
  searchFindings,
  weightFindings,
  withHref,
  withLevel,
} from '#features/content/posts/checks/rules.ts';
import type { PageBlock, PageData } from '../rules.ts';

/** Content of a rendered page. `block` is the id of the enclosing block. */
export type Facts = Drawn & {
  /** Text whose colours could be determined, with its contrast ratio and the required one. */
  texts: { text: string; ratio: number; needed: number; block: string }[];
  /** Blocks that visitors don't see, with what they lack. */
  leftOut: { reason: string; block: string }[];
};

export type Fix = Exclude<AnyFix, { kind: 'excerpt' }> | { kind: 'ground' };
export type Finding = AnyFinding<Fix>;

/** All accessibility and SEO findings of a page, most important first. */
export function findingsOf(page: PageData, about: About, facts: Facts, asked: ReadonlyMap<string, Asked>): Finding[] {
  const writtenIn = (block: string) => JSON.stringify(blockOf(page.content, block)?.props ?? {});
  const words = facts.headings.map(({ text }) => text.trim()).filter(Boolean);
  return [
    ...facts.leftOut.map(({ reason, block }) => ({ problem: 'leftOut', values: { reason }, block, fix: null })),
    // Only a heading inside rich text has a level that can be changed.
    ...headingFindings(facts.headings, (block, level) => new RegExp(`<h${level}[^>]*>`, 'i').test(writtenIn(block))),
    ...pictureFindings(facts.pictures, (block) => PICTURES_ALONE.includes(blockOf(page.content, block)?.type ?? '')),
    ...contrastFindings(page, facts),
    ...linkFindings(facts.links, asked, (block, href) => writtenIn(block).includes(JSON.stringify(href).slice(1, -1))),
    ...weightFindings(facts.pictures),
    ...(searchFindings(about, words.join('. ')) as Finding[]),
  ];
}

/** Blocks that consist of images only. */
const PICTURES_ALONE = ['Picture', 'Gallery'];

function contrastFindings(page: PageData, { texts }: Facts): Finding[] {
  const seen = new Set<string>();
  return texts.flatMap(({ text, ratio, needed, block }) => {
    if (ratio >= needed || seen.has(block)) return [];
    seen.add(block);
    const ground = blockOf(page.content, block)?.props.ground;
    const fix: Fix | null = typeof ground === 'string' && ground !== 'paper' ? { kind: 'ground' } : null;
    return [{ problem: 'contrast', values: { text: text.slice(0, 60), ratio: ratio.toFixed(1), needed }, block, fix }];
  });
}

/** The page with a finding fixed; null where its element no longer exists. */
export function fixed(page: PageData, { block, fix }: Finding): PageData | null {
  if (!fix) return null;
  if (fix.kind === 'description')
    return { ...page, root: { ...page.root, props: { ...page.root.props, description: fix.text } } };
  let isDone = false;
  const change = (content: readonly PageBlock[]): PageBlock[] =>
    content.map((found) => {
      if (found.props.id === block) {
        const props = fix.kind === 'ground' ? { ...found.props, ground: 'paper' } : mended(found.props, fix);
        isDone ||= JSON.stringify(props) !== JSON.stringify(found.props);
        return { ...found, props: props as PageBlock['props'] };
      }
      const props = Object.entries(found.props).map(([name, value]) => [name, isBlocks(value) ? change(value) : value]);
      return { ...found, props: Object.fromEntries(props) };
    });
  const content = change(page.content);
  return isDone ? { ...page, content } : null;
}

/** A block's values with one value replaced wherever it occurs. */
function mended(value: unknown, fix: Exclude<Fix, { kind: 'description' | 'ground' }>): unknown {
  if (typeof value === 'string') {
    if (fix.kind === 'level') return withLevel(value, fix);
    if (fix.kind === 'href') return value === fix.from ? fix.to : withHref(value, fix);
    return value;
  }
  if (Array.isArray(value)) return value.map((inside) => mended(inside, fix));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mended(one, fix)]));
  return fix.kind === 'alt' && isDrawnAs(value, fix.src) ? { ...inside, alt: fix.alt } : inside;
}

/** The `src` in the page is a resized form of the stored image, under another URL. */
function isDrawnAs(value: object, drawn: string): boolean {
  const { src, width } = value as { src?: unknown; width?: unknown };
  if (typeof src !== 'string') return false;
  return src === drawn || renderedPicture(src, typeof width === 'number' ? width : undefined)?.src === drawn;
}

function isBlocks(value: unknown): value is PageBlock[] {
  return (
    Array.isArray(value) &&
    value.some((one) => typeof one === 'object' && one !== null && 'type' in one && 'props' in one)
  );
}

/** Finds a block of a page by its id, in any slot. */
export function blockOf(content: readonly PageBlock[], id: string): PageBlock | null {
  for (const found of content) {
    if (found.props?.id === id) return found;
    for (const value of Object.values(found.props ?? {})) {
      const inside = isBlocks(value) ? blockOf(value, id) : null;
      if (inside) return inside;
    }
  }
  return null;
}
