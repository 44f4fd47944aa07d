import { type BlockNode, eachBlock, isBlock, MAX_DEPTH } from '#features/content/blocks/document/rules.ts';

/** Block type of a shared section. */
export const SHARED = 'SharedSection';

/** Ids of the shared sections in a page, each once. */
export function sectionIdsOf(content: readonly BlockNode[]): string[] {
  const ids = new Set<string>();
  eachBlock(content, (block) => {
    if (block.type === SHARED && /^[0-9a-f-]{36}$/i.test(String(block.props.section)))
      ids.add(String(block.props.section));
  });
  return [...ids];
}

/**
 * Inlines shared sections. Ids stay unique where a section occurs twice; nested sections and deleted ones are dropped.
 */
export function withSections(
  content: readonly BlockNode[],
  sections: ReadonlyMap<string, readonly BlockNode[]>,
  prefix = '',
  depth = 0,
): BlockNode[] {
  if (depth > MAX_DEPTH) return [];
  return content.filter(isBlock).flatMap((block) => {
    if (block.type === SHARED) {
      const inside = prefix ? [] : (sections.get(String(block.props.section)) ?? []);
      return withSections(inside, sections, `${block.props.id}-`, depth + 1);
    }
    const props = Object.entries(block.props).map(([name, value]) => [
      name,
      Array.isArray(value) && value.some(isBlock)
        ? withSections(value.filter(isBlock), sections, prefix, depth + 1)
        : value,
    ]);
    return [{ ...block, props: { ...Object.fromEntries(props), id: `${prefix}${block.props.id}` } }];
  });
}
