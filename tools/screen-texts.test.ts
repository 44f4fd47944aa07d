import { describe, expect, test } from 'vitest';
import { onlySaid } from './island-texts.ts';
import { namespacesIn, spokenIn, wantedBy } from './screen-texts.ts';

test.each([
  ['a hook with one name', "const { t } = useTranslation('courses');", ['courses']],
  ['a hook with several', 'useTranslation(["dashboard", "shell"])', ['dashboard', 'shell']],
  ['a hook as the build writes it', '(0, x.useTranslation)("members")', ['members']],
  ['a hook without a name', 'useTranslation()', ['ui']],
  ['a key that names its file', "t('shell:tour.take')", ['shell']],
  ['a key put together', 't(`pages:blocks.hero.name`)', ['pages']],
  ['a name beside the key', "i18n.t(key, { ns: 'pages' })", ['pages']],
  ['nothing', "t('title')", []],
])('the texts a module speaks of are known from %s', (_, code, names) => {
  expect(namespacesIn(code)).toEqual(names);
});

describe('of a file of texts a screen brings', () => {
  const texts = {
    courses: { title: 'Courses', length_one: '1 h', length_other: '{{ count }} h', editor: {}, mine: {} },
  };
  const wanted = (...codes: string[]) => wantedBy(codes.map(spokenIn), texts);
  const hook = "const { t } = useTranslation('courses');";

  test.each([
    ['the groups its keys begin with', `${hook} t('mine.all')`, ['mine']],
    [
      'a key of the first level, in all its numbers',
      `${hook} t('title') + t('length', { count })`,
      ['title', 'length'],
    ],
    ['what is put together behind a known word', `${hook} t(\`editor.\${what}\`)`, ['editor']],
    ['what names its file', "t('courses:mine.all')", ['mine']],
    ['all of it, where a key may begin with anything', `${hook} t(\`\${area}.title\`)`, '*'],
    ['all of it, where every group is said', `${hook} t('title', 'length', 'editor.a', 'mine.a')`, '*'],
    ['no group for a word that only has its name', `${hook} t('title') + kindOf('editor')`, ['title']],
  ])('%s', (_, code, groups) => {
    expect(wanted(code)).toEqual({ courses: groups });
  });

  test('a key that another module of the screen hands on', () => {
    expect(wanted(`${hook} t(key)`, "export const key = 'editor.publish';")).toEqual({ courses: ['editor'] });
  });

  test('of every file the groups that are said of any, and no more of them', () => {
    const all = { ...texts, posts: { menuEntries: {}, list: {} }, site: { title: '' } };
    const modules = [`const label = \`\${feature.name}:menuEntries.\${id}\`;`, "const list = 'list.empty';"].map(
      spokenIn,
    );
    expect(wantedBy(modules, all)).toEqual({ posts: ['menuEntries'] });
    expect(spokenIn(`t(\`\${feature}:apiScopes.\${scope}\`)`).saysAny).toBe(false);
  });

  test('nothing of a file that it does not speak of', () => {
    expect(wanted("const mine = 'mine.all';")).toEqual({});
  });
});

describe('of the texts of a namespace an island is sent', () => {
  const texts = { title: 'Courses', length_one: '1 h', length_other: '{{ count }} h', mine: { all: 'All' } };
  test.each([
    ['the groups that are said, in all their numbers', ['length', 'mine'], ['length_one', 'length_other', 'mine']],
    ['nothing that is not said', [], []],
    ['all of them where any may be said', '*', ['title', 'length_one', 'length_other', 'mine']],
  ] as const)('%s', (_, groups, keys) => {
    expect(Object.keys(onlySaid(texts, groups))).toEqual(keys);
  });
});
