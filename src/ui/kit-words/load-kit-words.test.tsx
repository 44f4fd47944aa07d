import { Button, I18nProvider, Input, Label, NumberField } from 'react-aria-components';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { locales } from '#base/shared/locales.ts';
import { isTranslatedByUs, kitTextsOf, registerKitTexts } from './load-kit-words.ts';

afterEach(() => vi.unstubAllGlobals());

const ours = locales.map(({ code }) => code).filter(isTranslatedByUs);
/** Parts of React Aria that the product does not use. */
const unused = ['steplist', 'tag', 'table', 'previewtrigger', 'breadcrumbs', 'autocomplete'];
/** Texts without words, the same in every language: values and punctuation. */
const signs = ['colorNameAndValue', 'colorInputLabel', 'colorName', 'tableResizer'];
const values = new Proxy<Record<string, unknown>>({}, { get: (_, name) => (/[Cc]ount/.test(String(name)) ? 2 : true) });
const formatter = (locale: string) => ({
  number: (value: number) => String(value),
  plural: (count: number, forms: Record<string, string | (() => string)>) => {
    const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other ?? '';
    return typeof form === 'function' ? form() : form;
  },
  select: (forms: Record<string, string | (() => string)>, value: unknown) => {
    const form = forms[String(value)] ?? forms.other ?? '';
    return typeof form === 'function' ? form() : form;
  },
});

/** Every text of React Aria in a language, `package.key` -> the formatted text. */
async function sentencesIn(locale: string): Promise<Map<string, string>> {
  const words = await kitTextsOf(locale);
  return new Map(
    Object.entries(words).flatMap(([name, texts]) =>
      Object.entries(texts).map(([key, text]) => [
        `${name.split('/').at(-1)}.${key}`,
        typeof text === 'string' ? text : text(values as never, formatter(locale) as never),
      ]),
    ),
  );
}

test('the kit’s words are ours in the four languages it does not speak', () => {
  expect([...ours].sort()).toEqual(['bn', 'hi', 'th', 'vi']);
});

describe.each(ours)('%s', (locale) => {
  test('says all that the product makes the kit say, and nothing in English', async () => {
    const [heard, english] = [await sentencesIn(locale), await sentencesIn('en')];
    expect([...heard.keys()]).toEqual([...english.keys()]);
    const same = [...heard].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
    const wrong = same.filter((key) => {
      const [part = '', name = ''] = key.split('.');
      return !unused.includes(part) && !signs.includes(name);
    });
    expect(wrong).toEqual([]);
    expect([...heard.values()].filter((text) => /[{}]|undefined/.test(text))).toEqual([]);
  });

  test('has every value its English has, under the names the kit gives them', async () => {
    const readNames = async (of: string) => {
      const words = await kitTextsOf(of);
      return Object.entries(words)
        .filter(([name]) => !unused.includes(name.split('/').at(-1) ?? ''))
        .flatMap(([name, texts]) =>
          Object.entries(texts).map(([key, text]) => {
            const names = new Set<string>();
            const spy = new Proxy(values, {
              get: (values, value) => {
                names.add(String(value));
                return values[String(value)];
              },
            });
            if (typeof text !== 'string') text(spy as never, formatter(of) as never);
            return `${name}.${key}: ${[...names].sort().join()}`;
          }),
        );
    };
    expect(await readNames(locale)).toEqual(await readNames('en'));
  });
});

test('a part of the kit says our words once they are here, and its own before', async () => {
  const field = () =>
    renderToStaticMarkup(
      <I18nProvider locale="vi">
        <NumberField defaultValue={3}>
          <Label>Ghế</Label>
          <Input />
          <Button slot="increment">+</Button>
        </NumberField>
      </I18nProvider>,
    );
  expect(field()).toContain('aria-label="Increase"');
  vi.stubGlobal('window', globalThis);
  await registerKitTexts('vi');
  expect(field()).toContain('aria-label="Tăng"');
});
