import { createContext, type ReactNode, use, useContext, useEffect, useMemo, useState } from 'react';

/**
 * Stands in for i18next and react-i18next in what browsers load (tools/stand-ins.ts): as much of them as screens use, in a
 * twentieth of the bytes. Says the same as they do; the test beside it holds both against each other.
 */
type Texts = { [key: string]: string | Texts };
type Given = Record<string, unknown> & { count?: number; ns?: string; defaultValue?: string };
type Translate = (key: string, given?: Given) => string;
type Instance = {
  language: string;
  /** Loads every text that is not there yet; who needs one waits for it. */
  loadMore?: () => Promise<void>;
  /** Every text has come. */
  isWhole: boolean;
  /** Is told once what was said without its text could be said with it. */
  onWhole?: () => void;
  init(options: { lng: string }): Promise<void>;
  hasResourceBundle(locale: string, namespace: string): boolean;
  addResourceBundle(locale: string, namespace: string, texts: object): void;
  getFixedT(locale: string, namespace: string): Translate;
  t: Translate;
};

function createInstance(): Instance {
  const bundles = new Map<string, Texts>();
  // One function a namespace, always the same: effects hang on it.
  const speakers = new Map<string, Translate>();
  let plurals = new Intl.PluralRules('en');

  function speaker(usual: string): Translate {
    return (named, given = {}) => {
      const [, namespace = given.ns ?? usual, key = named] = /^([\w-]+):(.+)$/.exec(named) ?? [];
      const texts = bundles.get(namespace);
      const { count } = given;
      const forms =
        count === undefined ? [] : [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`];
      const found = [...forms, key].map((one) => textAt(texts, one)).find((text) => text !== undefined);
      if (found === undefined && instance.loadMore && !instance.isWhole) {
        instance.loadMore().then(
          () => instance.onWhole?.(),
          // Away from the network: what is said later asks again.
          () => {},
        );
        return given.defaultValue ?? '';
      }
      return filled(found ?? given.defaultValue ?? key, given, instance.language);
    };
  }
  const instance: Instance = {
    language: 'en',
    isWhole: false,
    init: async ({ lng }) => {
      instance.language = lng;
      plurals = new Intl.PluralRules(lng);
    },
    hasResourceBundle: (_, namespace) => bundles.has(namespace),
    addResourceBundle: (_, namespace, texts) => void bundles.set(namespace, texts as Texts),
    getFixedT: (_, usual) => {
      const known = speakers.get(usual) ?? speaker(usual);
      speakers.set(usual, known);
      return known;
    },
    t: speaker('ui'),
  };
  return instance;
}

function textAt(texts: Texts | undefined, key: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

const PLACE = /\{\{\s*(\w+)\s*(?:,\s*number\(([^)]*)\)\s*)?\}\}/g;

function filled(text: string, given: Given, language: string): string {
  return text.replace(PLACE, (place, name: string, how: string | undefined) => {
    const value = given[name];
    if (value === undefined) return place;
    if (how === undefined || value === null) return String(value ?? '');
    return new Intl.NumberFormat(language, Object.fromEntries(how.split(';').map(pair))).format(Number(value));
  });
}

/** `style: percent` of a text as an option of `Intl.NumberFormat`. */
function pair(text: string): [string, string] {
  const [name = '', value = ''] = text.split(':');
  return [name.trim(), value.trim()];
}

const Spoken = createContext<{ i18n: Instance } | null>(null);

export function I18nextProvider({ i18n, children }: { i18n: Instance; children: ReactNode }) {
  const [, setWhole] = useState(false);
  useEffect(() => {
    i18n.onWhole = () => setWhole(true);
  }, [i18n]);
  const { isWhole } = i18n;
  // Another object has everybody speak anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said without its text is said again
  const spoken = useMemo(() => ({ i18n }), [i18n, isWhole]);
  return <Spoken value={spoken}>{children}</Spoken>;
}

export function useTranslation(namespaces: string | readonly string[] = 'ui'): { t: Translate; i18n: Instance } {
  const spoken = useContext(Spoken);
  if (!spoken) throw new Error('A screen speaks only in a provider of texts.');
  const { i18n } = spoken;
  const names = typeof namespaces === 'string' ? [namespaces] : namespaces;
  if (i18n.loadMore && !names.every((name) => i18n.hasResourceBundle(i18n.language, name))) use(i18n.loadMore());
  return { t: i18n.getFixedT(i18n.language, names[0] ?? 'ui'), i18n };
}

export default { createInstance };
