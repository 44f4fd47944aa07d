import { expect, test } from 'vitest';
import { createInlineSvgs, svgTag } from './inline-svg.ts';

const at = (name: string) => `/storage/v1/object/public/of-an-account/public/${name}`;

/** Files whose reading is counted. */
function files(texts: Record<string, string | null>) {
  const reads: string[] = [];
  return {
    reads,
    texts,
    read: async (address: string) => {
      reads.push(address);
      return texts[address] ?? null;
    },
  };
}

test.each([
  [at('a.svg'), 'media_files:of-an-account:public/a.svg'],
  [at('a%20drawing.svg'), 'media_files:of-an-account:public/a drawing.svg'],
  [at('a%ZZ.svg'), null],
  ['/storage/v1/object/public/of-an-account/private/a.svg', null],
  ['/storage/v1/render/image/public/of-an-account/public/a.svg', null],
  ['https://elsewhere.test/storage/v1/object/public/a/public/a.svg', null],
  [at('a.png'), null],
])('a page that shows %s is tagged with %s', (address, tag) => {
  expect(svgTag(address)).toBe(tag);
});

test('a drawing is read once, until it changes', async () => {
  const { reads, texts, read } = files({ [at('a.svg')]: '<svg>1</svg>', [at('b.svg')]: '<svg>b</svg>' });
  const drawings = createInlineSvgs();
  const displayed = async () => decodeURIComponent(`${(await drawings.get(at('a.svg'), read))?.data}`);
  await drawings.get(at('b.svg'), read);
  for (const _ of [1, 2, 3]) expect(await displayed()).toContain('<svg>1</svg>');
  expect(reads).toEqual([at('b.svg'), at('a.svg')]);
  texts[at('a.svg')] = '<svg>2</svg>';
  drawings.drop(['media_files:of-an-account', 'media_files:of-an-account:public/a.svg']);
  expect(await displayed()).toContain('<svg>2</svg>');
  // The other one has not changed.
  await drawings.get(at('b.svg'), read);
  expect(reads).toEqual([at('b.svg'), at('a.svg'), at('a.svg')]);
  drawings.clear();
  await drawings.get(at('b.svg'), read);
  expect(reads).toHaveLength(4);
});

test('what changes while it is read is not kept', async () => {
  const drawings = createInlineSvgs();
  let text = '<svg>1</svg>';
  const first = await drawings.get(at('a.svg'), async () => {
    const read = text;
    text = '<svg>2</svg>';
    drawings.drop(['media_files:of-an-account:public/a.svg']);
    return read;
  });
  expect(`${first?.data}`).toContain('1');
  expect(`${(await drawings.get(at('a.svg'), async () => text))?.data}`).toContain('2');
});

test('what is not there is asked for again', async () => {
  const { texts, read } = files({});
  const drawings = createInlineSvgs();
  expect(await drawings.get(at('a.svg'), read)).toBeNull();
  texts[at('a.svg')] = '<svg/>';
  expect(await drawings.get(at('a.svg'), read)).not.toBeNull();
});

test('they hold no more memory than is set aside; what was asked for longest ago goes first', async () => {
  const names = ['a', 'b', 'c'].map((name) => at(`${name}.svg`));
  const { reads, read } = files(Object.fromEntries(names.map((name) => [name, 'x'.repeat(100)])));
  const drawings = createInlineSvgs(300);
  const [a = '', b = '', c = ''] = names;
  for (const name of [a, b, a, c, a]) await drawings.get(name, read);
  expect(reads).toEqual([a, b, c]);
  await drawings.get(b, read);
  expect(reads).toEqual([a, b, c, b]);
});
