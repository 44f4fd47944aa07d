import { expect, test } from 'vitest';
import { compareDocs } from './use-doc-comparison.ts';

test('two states of a documentation page differ in words, part by part', () => {
  const first = { title: 'Hours', summary: 'When we are open.', content: '<p>From <b>nine</b></p><p>to five</p>' };
  const second = { ...first, title: 'Opening hours', content: '<p>From nine</p><ul><li>to six</li></ul>' };
  expect(compareDocs((key) => key).differences(first, second, first)).toEqual([
    {
      id: 'title',
      name: 'editor.title',
      changedBy: 'second',
      onlyIn: null,
      fields: [{ name: '', first: 'Hours', second: 'Opening hours' }],
    },
    {
      id: 'content',
      name: 'editor.content',
      changedBy: 'second',
      onlyIn: null,
      fields: [{ name: '', first: 'From nine to five', second: 'From nine to six' }],
    },
  ]);
});
