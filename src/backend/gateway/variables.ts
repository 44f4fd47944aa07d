import { StartError } from '#base/server/environment.ts';

export type Source = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one. Each is undefined where it is not set or empty, and refused by its name where it means nothing. */
export type Variables = {
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  /** A whole number. */
  count(name: string, least?: number, most?: number): number | undefined;
  /** A number of seconds, or a duration as Go writes it: `90s`, `1h30m`. */
  seconds(name: string): number | undefined;
  /** Words between commas. */
  list(name: string): string[] | undefined;
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  url(name: string, schemes?: readonly string[]): string | undefined;
  /** The names that begin like this. */
  startingWith(prefix: string): string[];
  /** Which of the names that begin like one of these nobody has asked for. */
  unread(prefixes: readonly string[]): string[];
};

const YES = /^(true|t|yes|on|1)$/i;
const NO = /^(false|f|no|off|0)$/i;
const UNITS = { h: 3_600, m: 60, s: 1, ms: 0.001 } as const;
const LONGEST_SECONDS = 3_600 * 24 * 365 * 200;

/** What stops a start: one sentence with the variable's name in it. */
export function unusable(name: string, why: string): StartError {
  return new StartError(`The variable ${name} is not usable: ${why}.`);
}

export function variablesOf(source: Source): Variables {
  const asked = new Set<string>();
  const text = (name: string) => {
    asked.add(name);
    const value = source[name]?.trim();
    return value === '' ? undefined : value;
  };
  return {
    text,
    flag: (name) => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!YES.test(value) && !NO.test(value)) throw unusable(name, 'it must be true or false');
      return YES.test(value);
    },
    count: (name, least = 0, most = Number.MAX_SAFE_INTEGER) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= least && number <= most)) {
        const upTo = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`;
        throw unusable(name, `it must be a whole number${upTo}`);
      }
      return number;
    },
    seconds: (name) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const seconds = secondsIn(value);
      if (seconds === null) throw unusable(name, 'it must be a number of seconds or a duration such as 90s or 1h30m');
      return seconds;
    },
    list: (name) =>
      text(name)
        ?.split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    oneOf: (name, words) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const found = words.find((word) => word === value);
      if (found === undefined) throw unusable(name, `it must be one of ${words.join(', ')}`);
      return found;
    },
    url: (name, schemes = ['http', 'https']) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : '';
      if (!schemes.includes(scheme)) {
        throw unusable(
          name,
          `it must be an address that begins with ${schemes.map((one) => `${one}://`).join(' or ')}`,
        );
      }
      return value;
    },
    startingWith: (prefix) => Object.keys(source).filter((name) => name.startsWith(prefix) && source[name]),
    unread: (prefixes) =>
      Object.keys(source)
        .filter((name) => source[name] && !asked.has(name) && prefixes.some((prefix) => name.startsWith(prefix)))
        .sort(),
  };
}

/** Null where it is neither a number nor a duration. */
export function secondsIn(text: string): number | null {
  if (/^\d{1,12}(\.\d+)?$/.test(text)) return Math.min(Number(text), LONGEST_SECONDS);
  const parts = [...text.matchAll(/(\d{1,12}(?:\.\d+)?)(h|ms|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) return null;
  const seconds = parts.reduce((sum, part) => sum + Number(part[1]) * UNITS[part[2] as keyof typeof UNITS], 0);
  return Math.min(seconds, LONGEST_SECONDS);
}
