import { StartError } from '#base/server/environment.ts';

export type Source = Readonly<Record<string, string | undefined>>;

/** Typed readers of environment variables. Each gives undefined for an unset or empty one and throws where it is invalid. */
export type Variables = {
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  /** An integer within a range. */
  count(name: string, min?: number, max?: number): number | undefined;
  /** A number of seconds, or a duration as Go writes it: `90s`, `1h30m`. */
  seconds(name: string): number | undefined;
  /** Comma-separated values. */
  list(name: string): string[] | undefined;
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  url(name: string, schemes?: readonly string[]): string | undefined;
  /** Names of set variables with this prefix. */
  startingWith(prefix: string): string[];
  /** Names with one of these prefixes that no reader has read. */
  unread(prefixes: readonly string[]): string[];
};

const YES = /^(true|t|yes|on|1)$/i;
const NO = /^(false|f|no|off|0)$/i;
const UNITS = { h: 3_600, m: 60, s: 1, ms: 0.001 } as const;
const MAX_SECONDS = 3_600 * 24 * 365 * 200;

/** The start error for an invalid variable: one sentence that names it. */
export function unusable(name: string, reason: string): StartError {
  return new StartError(`The variable ${name} is not usable: ${reason}.`);
}

export function variablesOf(source: Source): Variables {
  const read = new Set<string>();
  const text = (name: string) => {
    read.add(name);
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
    count: (name, min = 0, max = Number.MAX_SAFE_INTEGER) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) {
        const upTo = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
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
      const match = words.find((word) => word === value);
      if (match === undefined) throw unusable(name, `it must be one of ${words.join(', ')}`);
      return match;
    },
    url: (name, schemes = ['http', 'https']) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : '';
      if (!schemes.includes(scheme)) {
        throw unusable(
          name,
          `it must be an address that begins with ${schemes.map((allowed) => `${allowed}://`).join(' or ')}`,
        );
      }
      return value;
    },
    startingWith: (prefix) => Object.keys(source).filter((name) => name.startsWith(prefix) && source[name]),
    unread: (prefixes) =>
      Object.keys(source)
        .filter((name) => source[name] && !read.has(name) && prefixes.some((prefix) => name.startsWith(prefix)))
        .sort(),
  };
}

/** Seconds of a number or a Go duration; null for any other text. */
export function secondsIn(text: string): number | null {
  if (/^\d{1,12}(\.\d+)?$/.test(text)) return Math.min(Number(text), MAX_SECONDS);
  const parts = [...text.matchAll(/(\d{1,12}(?:\.\d+)?)(h|ms|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) return null;
  const seconds = parts.reduce((sum, part) => sum + Number(part[1]) * UNITS[part[2] as keyof typeof UNITS], 0);
  return Math.min(seconds, MAX_SECONDS);
}
