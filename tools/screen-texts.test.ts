import { expect, test } from 'vitest';
import { namespacesIn } from './screen-texts.ts';

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
