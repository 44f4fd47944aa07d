import { describe, expect, test } from 'vitest';
import { type BlockNode, blocksOf } from '#features/content/blocks/document/rules.ts';
import { type BlockDefinitions, block } from '#features/content/blocks/rules.ts';
import { sectionIdsOf, withSections } from './rules.ts';
import { pageSlug } from './schema.ts';

const blockWith = (type: string, props: Record<string, unknown>): BlockNode => ({
  type,
  props: { id: `${type}-${String(props.name ?? '')}`, ...props },
});
const draws = () => null;
const definitions: BlockDefinitions = {
  Text: block({
    strings: 'pages',
    group: 'words',
    fields: { title: { kind: 'text' } },
    defaults: { title: 'Given' },
    render: draws,
  }),
  Box: block({
    strings: 'pages',
    group: 'words',
    fields: { inside: { kind: 'slot' } },
    defaults: { inside: [] },
    render: draws,
  }),
};

describe('shared sections', () => {
  const id = '0198c0de-0000-7000-8000-000000000001';
  const shared = (name: string, section = id): BlockNode => ({ type: 'SharedSection', props: { id: name, section } });
  const sections = new Map([[id, [blockWith('Text', { name: 'dates' })]]]);
  const ids = (content: readonly BlockNode[]) => blocksOf(content, definitions).map(({ props }) => props.id);

  test('stand in their places, also inside other blocks, and twice with ids apart', () => {
    const content = [
      shared('a'),
      blockWith('Box', { name: 'box', inside: [shared('b'), blockWith('Text', { name: 'own' })] }),
    ];
    expect(sectionIdsOf(content)).toEqual([id]);
    expect(ids(withSections(content, sections))).toEqual(['a-Text-dates', 'Box-box', 'b-Text-dates', 'Text-own']);
  });
  test('that are gone, or stand in themselves, leave nothing', () => {
    const circle = new Map([[id, [shared('again'), blockWith('Text', { name: 'dates' })]]]);
    expect(ids(withSections([shared('a')], circle))).toEqual(['a-Text-dates']);
    expect(withSections([shared('a')], new Map())).toEqual([]);
  });
  test('whose name is no id are not asked for', () => {
    expect(sectionIdsOf([shared('a', 'x),or=(id.neq.1')])).toEqual([]);
  });
});

describe('the address of a page', () => {
  test.each(['login', 'preview', 'A', 'a b', '-a', 'a\u202eb', 'u\u0308ber', 'x'.repeat(81)])('%j is none', (slug) => {
    expect(pageSlug.safeParse(slug).success).toBe(false);
  });
});
