import { createContext, type ReactNode, use, useContext, useEffect, useMemo, useState } from 'react';

/**
 * Replaces i18next and react-i18next in browsers (tools/stand-ins.ts): as much of them as screens use, in a twentieth of the
 * bytes. The test beside it compares both.
 */
type Texts = { [key: string]: string | Texts };
type Options = Record<string, unknown> & { count?: number; ns?: string; defaultValue?: string };
type Translate = (key: string, options?: Options) => string;
export type SmallI18n = {
  language: string;
  /** Loads all missing texts; whoever needs one waits for it. */
  loadMore?: () => Promise<void>;
  /** Every text is loaded. */
  isComplete: boolean;
  /** Called when texts that were missing are loaded. */
  onWhole?: () => void;
  init(options: { lng: string }): Promise<void>;
  hasResourceBundle(locale: string, namespace: string): boolean;
  /** Whether a namespace comes with `loadMore`, before and after: whether a component waits may not change while it does. */
  isLoadedLater(namespace: string): boolean;
  addResourceBundle(locale: string, namespace: string, texts: object): void;
  getFixedT(locale: string, namespace: string): Translate;
  t: Translate;
};

function createInstance(): SmallI18n {
  const bundles = new Map<string, Texts>();
  const loadedLater = new Set<string>();
  // One function for each namespace, always the same, because effects depend on it.
  const speakers = new Map<string, Translate>();
  let plurals = new Intl.PluralRules('en');

  function speaker(usual: string): Translate {
    return (name, options = {}) => {
      const [, namespace = options.ns ?? usual, key = name] = /^([\w-]+):(.+)$/.exec(name) ?? [];
      const texts = bundles.get(namespace);
      const { count } = options;
      const forms =
        count === undefined ? [] : [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`];
      const text = [...forms, key].map((form) => textAt(texts, form)).find((candidate) => candidate !== undefined);
      if (text === undefined && instance.loadMore && !instance.isComplete) {
        instance.loadMore().then(
          () => instance.onWhole?.(),
          // Offline: the next missing text retries.
          () => {},
        );
        return options.defaultValue ?? '';
      }
      return filled(text ?? options.defaultValue ?? key, options, instance.language);
    };
  }
  const instance: SmallI18n = {
    language: 'en',
    isComplete: false,
    init: async ({ lng }) => {
      instance.language = lng;
      plurals = new Intl.PluralRules(lng);
    },
    hasResourceBundle: (_, namespace) => bundles.has(namespace),
    isLoadedLater: (namespace) => loadedLater.has(namespace) || !bundles.has(namespace),
    addResourceBundle: (_, namespace, texts) => {
      if (instance.loadMore && !bundles.has(namespace)) loadedLater.add(namespace);
      bundles.set(namespace, texts as Texts);
    },
    getFixedT: (_, usual) => {
      const existing = speakers.get(usual) ?? speaker(usual);
      speakers.set(usual, existing);
      return existing;
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

const PLACEHOLDER = /\{\{\s*(\w+)\s*(?:,\s*(number|datetime)\(([^)]*)\)\s*)?\}\}/g;

function filled(text: string, options: Options, language: string): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string, kind: string | undefined, how = '') => {
    const value = options[name];
    if (value === undefined) return placeholder;
    if (kind === undefined || value === null) return String(value ?? '');
    const format = Object.fromEntries(how.split(';').map(pair));
    return kind === 'number'
      ? new Intl.NumberFormat(language, format).format(Number(value))
      : new Intl.DateTimeFormat(language, format).format(value as Date | number);
  });
}

/** `style: percent` of a text as an option of `Intl.NumberFormat`. */
function pair(text: string): [string, string] {
  const [name = '', value = ''] = text.split(':');
  return [name.trim(), value.trim()];
}

const Spoken = createContext<{ i18n: SmallI18n } | null>(null);

export function I18nextProvider({ i18n, children }: { i18n: SmallI18n; children: ReactNode }) {
  const [, setWhole] = useState(false);
  useEffect(() => {
    i18n.onWhole = () => setWhole(true);
  }, [i18n]);
  const { isComplete } = i18n;
  // A new object re-renders every consumer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts that were missing are rendered again
  const spoken = useMemo(() => ({ i18n }), [i18n, isComplete]);
  return <Spoken value={spoken}>{children}</Spoken>;
}

export function useTranslation(namespaces: string | readonly string[] = 'ui'): { t: Translate; i18n: SmallI18n } {
  const spoken = useContext(Spoken);
  if (!spoken) throw new Error('A screen speaks only in a provider of texts.');
  const { i18n } = spoken;
  const names = typeof namespaces === 'string' ? [namespaces] : namespaces;
  if (i18n.loadMore && names.some((name) => i18n.isLoadedLater(name))) use(i18n.loadMore());
  return { t: i18n.getFixedT(i18n.language, names[0] ?? 'ui'), i18n };
}

export default { createInstance };
