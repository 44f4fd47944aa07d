import { createContext, type ReactNode, useContext } from 'react';

/**
 * Stands in for i18next and react-i18next in the build of islands (vite.site.config.ts): as much of them as islands use, in a
 * twentieth of the bytes. Says the same as they do; the test beside it holds both against each other.
 */
type Texts = { [key: string]: string | Texts };
type Given = Record<string, unknown> & { count?: number; ns?: string };
type Translate = (key: string, given?: Given) => string;
type Instance = {
  language: string;
  init(options: { lng: string }): Promise<void>;
  hasResourceBundle(locale: string, namespace: string): boolean;
  addResourceBundle(locale: string, namespace: string, texts: object): void;
  getFixedT(locale: string, namespace: string): Translate;
};

function createInstance(): Instance {
  const bundles = new Map<string, Texts>();
  let plurals = new Intl.PluralRules('en');
  const instance: Instance = {
    language: 'en',
    init: async ({ lng }) => {
      instance.language = lng;
      plurals = new Intl.PluralRules(lng);
    },
    hasResourceBundle: (_, namespace) => bundles.has(namespace),
    addResourceBundle: (_, namespace, texts) => void bundles.set(namespace, texts as Texts),
    getFixedT:
      (_, usual) =>
      (named, given = {}) => {
        const [, namespace = given.ns ?? usual, key = named] = /^([\w-]+):(.+)$/.exec(named) ?? [];
        const texts = bundles.get(namespace);
        const { count } = given;
        const forms =
          count === undefined ? [] : [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`];
        const found = [...forms, key].map((one) => textAt(texts, one)).find((text) => text !== undefined);
        return found === undefined ? key : filled(found, given);
      },
  };
  return instance;
}

function textAt(texts: Texts | undefined, key: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

function filled(text: string, given: Given): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => {
    const value = given[name];
    return value === undefined ? place : String(value ?? '');
  });
}

const Spoken = createContext<Instance | null>(null);

export function I18nextProvider({ i18n, children }: { i18n: Instance; children: ReactNode }) {
  return <Spoken value={i18n}>{children}</Spoken>;
}

export function useTranslation(namespace: string): { t: Translate; i18n: Instance } {
  const i18n = useContext(Spoken);
  if (!i18n) throw new Error('An island speaks only in a provider of texts.');
  return { t: i18n.getFixedT(i18n.language, namespace), i18n };
}

export default { createInstance };
