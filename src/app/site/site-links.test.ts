import { expect, test } from 'vitest';
import { readOption } from '#features/platform/options/data.ts';
import { matchesPath } from './site-links.ts';

const entry = (item_url: string, more: object = {}) => ({
  id: item_url,
  label: 'A',
  item_url,
  item_type: 'link',
  ...more,
});
const look = {
  menus: readOption('menus', {
    header: [
      entry('/about'),
      entry('', { item_type: 'label', children: [entry('course', { children: [entry('/course/one')] })] }),
      entry('', {
        item_type: 'megamenu',
        mega_menu: {
          columnCount: 1,
          columns: [{ colSpan: 1, rowSpan: 1, content: { title: 'B', links: [{ label: 'C', item_url: 'blog' }] } }],
        },
      }),
    ],
    mobile: [entry('/small')],
  }),
  footer: readOption('footer', {
    footer_columns: [
      { title: 'D', type: 'text', width: 1, data: 'words' },
      { title: 'E', type: 'links', width: 1, data: [{ label: 'F', item_url: '/imprint' }] },
    ],
    footer_bottom_links: [{ label: 'G', item_url: 'privacy' }],
  }),
};

test.each(['/about', '/course', '/course/one', '/blog', '/small', '/imprint', '/privacy'])(
  'menus lead to %s',
  (path) => {
    expect(matchesPath(look, path)).toBe(true);
  },
);

test.each(['/course/two', '/abou', '/words'])('menus do not lead to %s', (path) => {
  expect(matchesPath(look, path)).toBe(false);
});
