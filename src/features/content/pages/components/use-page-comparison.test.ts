import { expect, test } from 'vitest';
import { block } from '#features/content/blocks/rules.ts';
import type { Draft } from '../drafts/rules.ts';
import { comparePages } from './use-page-comparison.ts';

const blocks = {
  Hero: block({
    strings: 'pages',
    group: 'openings',
    fields: {
      title: { kind: 'text' },
      html: { kind: 'rich' },
      picture: { kind: 'picture' },
      isFixed: { kind: 'switch' },
      gap: { kind: 'choice', values: ['small', 'large'] },
      items: { kind: 'list', most: 3, fields: { label: { kind: 'text' }, text: { kind: 'rich' } } },
      inside: { kind: 'slot' },
    },
    defaults: {
      title: '',
      html: '',
      picture: { src: '', alt: '' },
      isFixed: false,
      gap: 'small',
      items: [],
      inside: [],
    },
    render: () => null,
  }),
};
const draft = (props: Record<string, unknown>, more: Partial<Draft> = {}): Draft => ({
  title: 'About',
  settings: {},
  ...more,
  data: { root: { props: {} }, zones: {}, content: [{ type: 'Hero', props: { id: 'a', ...props } }] },
});
const translate = (key: string) => key;
const compare = (first: Draft, second: Draft) => comparePages(blocks, translate).differences(first, second, null);

test('a block that differs says so field by field, in words', () => {
  const [difference] = compare(
    draft({
      title: 'Come in',
      html: '<p>All <b>week</b></p>',
      picture: { src: '/x/door.jpg', alt: '' },
      isFixed: true,
      gap: 'small',
      items: [{ label: 'One', text: '<p>First</p>' }, { label: 'Two' }],
      inside: [{ type: 'Hero', props: { id: 'b', title: 'Inner' } }],
    }),
    draft({ title: 'Stay out', gap: 'large', items: [{ label: 'One', text: '<p>First</p>' }] }),
  );
  expect(difference).toEqual({
    id: 'a',
    name: 'blocks.Hero.name',
    changedBy: 'both',
    onlyIn: null,
    fields: [
      { name: 'fields.title', first: 'Come in', second: 'Stay out' },
      { name: 'fields.html', first: 'All week', second: '' },
      { name: 'fields.picture', first: 'door.jpg', second: '' },
      { name: 'fields.isFixed', first: 'options.yes', second: '' },
      { name: 'fields.gap', first: 'options.gap.small', second: 'options.gap.large' },
      { name: 'fields.items', first: 'One, First · Two', second: 'One, First' },
      { name: 'fields.inside', first: 'blocks.Hero.name: Inner', second: '' },
    ],
  });
});

test('what is set on a page is compared by its names, and what only one has is said', () => {
  const first = draft({ title: 'A' });
  const second = { ...draft({ title: 'A' }), title: 'About us', settings: { isHidden: true } };
  second.data.content.push({ type: 'Hero', props: { id: 'new', title: 'New' } });
  expect(compare(first, second)).toMatchObject([
    {
      name: 'checks.page',
      fields: [
        { name: 'fields.pageTitle', first: 'About', second: 'About us' },
        { name: 'search.isHidden', first: 'no', second: 'yes' },
      ],
    },
    { id: 'new', onlyIn: 'second', fields: [{ name: 'fields.title', first: '', second: 'New' }] },
  ]);
});

test('a block that is only laid out otherwise shows no JSON', () => {
  const [difference] = compare(draft({ title: 'A' }), draft({ title: 'A', frame: { width: 'text' } }));
  expect(JSON.stringify(difference?.fields)).not.toMatch(/width|frame/);
});
