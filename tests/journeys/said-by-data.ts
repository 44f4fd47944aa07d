import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const MARKUP = /<[^>]*>/g;

/** Names nobody translates, and words that the library of components says in languages of its own. */
const PROPER =
  'Alberta,British Columbia,Manitoba,Stripe,PayPal,Razorpay,LinkedIn,Bluesky,Google,GitHub,Apple,Microsoft,Facebook,Chrome,Linux,Ctrl K,UTC,Select,Show suggestions'.split(
    ',',
  );

/** What the library of components calls a colour, in languages of its own. */
const COLOUR =
  /^(?:(?:very|light|dark|pale|vibrant|grayish|brown|blue|cyan|green|yellow|orange|red|pink|purple|magenta|gray) ?)+$/;

/** Names that come from tables of the platform we run on, not from our translations. */
function namesOfTheWorld(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = (type: 'region' | 'language' | 'currency', codes: readonly string[]) => {
    const said = new Intl.DisplayNames('en', { type, fallback: 'none' });
    return codes.map((code) => said.of(code)).filter((name): name is string => name !== undefined);
  };
  const day = (options: Intl.DateTimeFormatOptions, index: number) =>
    new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }).format(Date.UTC(2026, index % 12, 1 + index));
  const days = Array.from({ length: 28 }, (_, index) => [
    day({ month: 'long' }, index),
    day({ month: 'short' }, index),
    day({ weekday: 'long' }, index),
    day({ weekday: 'short' }, index),
  ]).flat();
  return [
    ...PROPER,
    ...names(
      'region',
      letters.flatMap((first) => letters.map((second) => first + second)),
    ),
    ...names(
      'language',
      letters.flatMap((one) => letters.map((two) => (one + two).toLowerCase())),
    ),
    ...names('currency', Intl.supportedValuesOf('currency')),
    ...Intl.supportedValuesOf('currency'),
    ...Intl.supportedValuesOf('timeZone').flatMap((zone) => [zone, zone.replaceAll('_', ' ')]),
    ...days,
  ];
}

export type SaidByData = { isKnown(text: string): boolean };

/** Every text that stands in the database of a data folder, and names that the platform we run on knows. */
export async function saidByData(folder: string): Promise<SaidByData> {
  const { database_url } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { database_url: string };
  const host = realpathSync(join(folder, 'postgres'));
  const client = new pg.Client(`${database_url}?host=${encodeURIComponent(host)}`);
  await client.connect();
  const whole = new Set<string>(namesOfTheWorld());
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: unknown }>(`select to_jsonb(t) as row from ${name} t limit 5000`);
      for (const { row } of rows) gather(row, whole);
    }
  } finally {
    await client.end();
  }
  const all = [...whole].join('\n');
  const isSaid = (text: string) => whole.has(text) || COLOUR.test(text) || standsIn(all, text);
  // Several are joined as Intl joins them.
  return { isKnown: (text) => isSaid(text) || text.split(/, (?:and )?| and /).every(isSaid) };
}

/** Between other letters it would be part of another word. */
function standsIn(all: string, text: string): boolean {
  const isLetter = (at: number) => /[A-Za-z]/.test(all[at] ?? '');
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1))
    if (!isLetter(at - 1) && !isLetter(at + text.length)) return true;
  return false;
}

function gather(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    into.add(value.replace(/\s+/g, ' '));
    // As a screen shows it alive, in pieces, and as the server draws it, in one.
    if (value.includes('<'))
      for (const between of [' ', ''])
        into.add(value.replace(MARKUP, between).replaceAll('&amp;', '&').replace(/\s+/g, ' '));
  } else if (Array.isArray(value)) for (const one of value) gather(one, into);
  else if (value && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) {
      into.add(key);
      gather(one, into);
    }
  }
}
