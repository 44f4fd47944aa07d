import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '#base/server/root.ts';
import { createErrorFormatter, type ErrorTexts, flatTranslations, patternOf } from '#base/shared/error-messages.ts';
import { locales } from '#base/shared/locales.ts';
import { validationMessage } from '#base/shared/validation-messages.ts';
import { openWorld, type World } from '#tests/db/world.ts';

const read = (locale: string) =>
  JSON.parse(readFileSync(join(root, 'locales', locale, 'refusals.json'), 'utf8')) as ErrorTexts;
const english = flatTranslations(read('en'));

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(sql|tsx?)$/.test(path) && !/\.test\.tsx?$|migrations\/|seed|wire-world/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, 'src', path), 'utf8') }));

/** What stands between the bracket at `from` and the one that closes it. */
function bracketed(text: string, from: number): string {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote) {
      if (sign === '\\' && quote !== "'") at++;
      else if (sign === quote) quote = '';
    } else if (/['"`]/.test(sign)) quote = sign;
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return text.slice(from + 1, at);
  }
  return text.slice(from + 1);
}

/** A sentence as it reads with something in each of its gaps. */
const FILLED = '7';
const isSentence = (text: string) => /\p{L} \p{L}|\. ?$|: /u.test(text);

function sentencesOfSql(text: string): string[] {
  const plain = text.replace(/--.*$/gm, '');
  const spoken = [
    ...[...plain.matchAll(/\braise_error\(/g)].map((call) => bracketed(plain, call.index + call[0].length - 1)),
    ...[...plain.matchAll(/raise exception using ([^;]*message = '[^;]*);/g)].map((found) => found[1] ?? ''),
    // Parts of sentences that are put in where a refusal has a gap.
    ...[...plain.matchAll(/function private\.\w+_(?:problem|value_error)\([\s\S]*?\$\$([\s\S]*?)\$\$/g)].map(
      (body) => body[1] ?? '',
    ),
  ];
  return spoken.flatMap((code) =>
    [...code.matchAll(/(\|\|\s*)?'((?:[^']|'')*)'/g)]
      .map(([, joined, literal = '']) => (joined ? FILLED : '') + literal.replaceAll("''", "'"))
      .filter((literal) => isSentence(literal) && !/^[\w%$^-]*$/.test(literal))
      .map((literal) =>
        literal
          .replace(/%(?:\d\$)?s/g, FILLED)
          .replaceAll('%%', '%')
          .trim(),
      ),
  );
}

const literals = (code: string) =>
  [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, single, template]) => single ?? (template ?? '').replace(/\$\{[^}]*\}/g, FILLED))
    .filter((text) => isSentence(text) && /^[\p{Lu}\d]/u.test(text) && !/\n|^\d+ /.test(text));

function sentencesOfScript({ path, text }: (typeof sources)[number]): string[] {
  if (path.startsWith('backend/')) return [];
  // Sentences of the API's documentation are for developers, in English.
  const plain = text
    .replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
    .replace(/\.describe\('[^']*'\)|\b(?:addSummary|removeSummary): '[^']*'|\bremoved: \{[^}]*\}/g, '');
  const thrown = [
    ...plain.matchAll(
      /(?:new (?:App|Db|Checkout)Error|\berrors\.\w+|\brefusal|\berrorResponse|\berrorText|storageError)\(/g,
    ),
  ].flatMap((call) => literals(bracketed(plain, call.index + call[0].length - 1)));
  const stored = [...plain.matchAll(/const (?:sentence|message) = ('[^']*')/g)].flatMap((found) =>
    literals(found[1] ?? ''),
  );
  const shapes = /(?:^|\/)(?:schema|resources)\.ts$/.test(path) || path === 'base/shared/errors.ts';
  return [...thrown, ...stored, ...(shapes ? literals(plain) : [])].filter((sentence) => sentence !== 'Undefined data');
}

const refusals = sources.flatMap((source) =>
  (source.path.endsWith('.sql') ? sentencesOfSql(source.text) : sentencesOfScript(source)).map((sentence) => ({
    sentence,
    path: source.path,
  })),
);

const ofFile = english.map(([key, text]) => ({ key, text, pattern: patternOf(text).pattern }));
const entryOf = (sentence: string) => ofFile.find(({ pattern }) => pattern.test(sentence));

describe('what the server refuses with', () => {
  test('is found in the sources', () => {
    expect(refusals.length).toBeGreaterThan(300);
    for (const existing of ['There is no such coupon.', 'Question 7 has no id.', 'Enter a domain.', '7: yes or no.'])
      expect(refusals.map(({ sentence }) => sentence)).toContain(existing);
  });

  test('has an entry, so that it can be said in every language', () => {
    expect(refusals.filter(({ sentence }) => !entryOf(sentence))).toEqual([]);
  });

  test('is all that is said there: no entry is left over', () => {
    const everything = sources.map(({ text }) => text.replaceAll("''", "'")).join('\n');
    const unused = ofFile.filter(
      ({ key, text, pattern }) =>
        !/^(?:codes|database|shape)\./.test(key) &&
        !refusals.some(({ sentence }) => pattern.test(sentence)) &&
        // A word of a sentence: the name of a meter, a feature or a theme.
        !(/^(?:plans\.(?:meter|feature)|options)\./.test(key) && everything.includes(`'${text}'`)) &&
        !/^plans\.amount\./.test(key),
    );
    expect(unused.map(({ key }) => key)).toEqual([]);
  });

  test('is said once', () => {
    const texts = ofFile.filter(({ key }) => !key.startsWith('codes.')).map(({ text }) => text);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });
});

describe('what PostgreSQL refuses with by itself', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  test.each([
    [
      'taken',
      `insert into public.pages (account_id, title, slug) select account_id, title, slug from public.pages limit 1`,
    ],
    ['notAllowed', `update public.courses set title = ''`],
    ['gone', `update public.orders set user_id = gen_random_uuid()`],
    ['stillUsed', `delete from public.roles`],
    ['missing', `update public.courses set title = null`],
    ['notOfType', `select 'x'::uuid`],
  ])('is known: %s', async (key, statement) => {
    const rejection = await world.sql.query(statement).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(entryOf(rejection)?.key, rejection).toBe(`database.${key}`);
  });
});

test('a code that is said whatever the sentence is one of our services or of PostgreSQL', () => {
  const backend = sources.filter(({ path }) => path.startsWith('backend/')).map(({ text }) => text);
  const codes = english.flatMap(([key]) => (key.startsWith('codes.') ? [key.slice('codes.'.length)] : []));
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !/^\d{5}$/.test(code) && !backend.some((text) => text.includes(`'${code}'`)))).toEqual([
    'email_address_invalid',
    'disguisedFile',
  ]);
});

test.each([
  ['tooLong', z.string().max(3), 'abcd'],
  ['tooShort', z.string().min(3), 'a'],
  ['tooMany', z.array(z.string()).max(1), ['a', 'b']],
  ['tooFew', z.array(z.string()).min(1), []],
  ['tooBig', z.number().max(3), 4],
  ['tooSmall', z.number().min(3), 2],
  ['missing', z.string(), undefined],
  ['missing', z.enum(['a']), undefined],
  ['wrong', z.string(), 4],
  ['email', z.email(), 'x'],
  ['url', z.url(), 'x'],
  ['id', z.uuid(), 'x'],
  ['option', z.enum(['a', 'b']), 'c'],
  ['pattern', z.string().regex(/^a$/), 'b'],
  ['invalid', z.union([z.literal(1), z.string().max(1)]), true],
  ['unknown', z.strictObject({}), { a: 1 }],
])('what a shape says is a sentence that is known: %s', (key, shape, value) => {
  const [issue] = shape.safeParse(value, { error: validationMessage }).error?.issues ?? [];
  expect(entryOf(issue?.message ?? '')?.key).toBe(`shape.${key}`);
});

describe.each(locales.filter(({ code }) => code !== 'en').map(({ code }) => code))('in %s', (locale) => {
  const say = createErrorFormatter(read('en'), read(locale), locale);
  test('every sentence of the sources is said otherwise than in English', () => {
    expect(refusals.filter(({ sentence }) => say(sentence) === sentence)).toEqual([]);
  });
});

test('only calls whose refusals nobody reads go round the one way to our services', () => {
  const bare = sources
    .filter(({ path }) => /^(?:features|app\/(?:site|dashboard)|base\/(?:browser|shared)|ui)\//.test(path))
    .filter(({ path, text }) => !/(?:^|\/)(?:server|jobs)\.ts$/.test(path) && /(?<![.\w])fetch\(/.test(text))
    .map(({ path }) => path);
  expect(bare.sort()).toEqual(
    [
      'app/dashboard/prefetch/prefetch-on-hover.ts',
      'app/dashboard/prefetch/screen-files.ts',
      'app/site/funnel-start.ts',
      'app/site/quick-edit.tsx',
      'app/site/referral-visit.ts',
      'app/site/wake-island.tsx',
      'base/browser/hosted-session.ts',
      'base/shared/call.ts',
      'features/platform/billing/data.ts',
      'features/marketing/contacts/components/link-form.tsx',
      'features/learning/courses/components/use-playback-position.ts',
      'features/marketing/forms/components/use-prefill.ts',
      'features/content/media/components/download-files.ts',
      'features/platform/members/profile/data.ts',
      'features/platform/notifications/channels/components/use-push-sync.ts',
      'features/content/pages/templates/components/template-translations.ts',
      'features/content/publishing/checks/components/check-links.ts',
    ].sort(),
  );
});
