import { createHmac } from 'node:crypto';
import { isbot } from 'isbot';
import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import {
  countryOf,
  deviceOf,
  isCounted,
  isLookedAt,
  languageOf,
  originOf,
  pathOf,
  type ViewHeaders,
} from '#features/platform/reports/visits/rules.ts';

const EVERY_MS = 5_000;
/** So many are written at once; while that takes its time, some more may wait, and no more than memory is glad to hold. */
const WAITING = 5_000;
const MOST_WAITING = 50_000;
/** Whoever asks for more pages than that between two writings is no reader. */
const OF_ONE_ADDRESS = 60;

export type PageView = {
  account_id: string;
  pathname: string;
  query: URLSearchParams;
  /** The host that was asked, to tell its own pages from others that link to it. */
  host: string;
  address: string;
  header: ViewHeaders;
  /** Whether the headers are those of a proxy we trust. */
  isTrusted: boolean;
  /** Told by the page itself, because it had been fetched before anybody looked at it. */
  isTold?: boolean;
};

type Waiting = {
  account_id: string;
  at: string;
  address: string;
  agent: string;
  path: string;
  source: string;
  medium: string;
  campaign: string;
  language: string;
  country: string;
};

export type PageViews = {
  /** Somebody looks at a public page. Costs the request a few comparisons. */
  note(view: PageView): void;
  /** Writes down what was noted. */
  write(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/**
 * Counts visits without cookies. Between two writings a view stands in memory; what is written of its address and program
 * is a hash with the salt of the day, which is thrown away.
 */
export function createPageViews({ sql, log }: { sql: Sql; log: Log }): PageViews {
  let waiting: Waiting[] = [];
  let asked = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const taken = withoutPrograms(waiting);
    waiting = [];
    asked = new Map();
    if (taken.length === 0) return;
    const salts = await sql.query<{ account_id: string; day: string; salt: string }>(
      'select account_id, day::text, salt from private.visit_salts_of($1)',
      [[...new Set(taken.map(({ account_id }) => account_id))]],
    );
    const saltOf = new Map(salts.map((salt) => [salt.account_id, salt]));
    const seen = taken.flatMap(({ address, agent, ...view }) => {
      const salt = saltOf.get(view.account_id);
      if (!salt) return [];
      const visitor = createHmac('sha256', Buffer.from(salt.salt, 'hex'))
        .update(`${view.account_id}\n${address}\n${agent}`)
        .digest()
        .readBigInt64BE()
        .toString();
      return [{ ...view, visitor, day: salt.day, device: deviceOf(agent) }];
    });
    await sql.query('select private.count_visits($1::jsonb)', [JSON.stringify(seen)]);
  }

  /** Visits that could not be written are lost; nothing else stands on them. */
  function writeSoon(): void {
    writing = writing
      .then(write)
      .catch((error: unknown) => log.warn({ error: String(error) }, 'Visits could not be written down.'));
  }

  return {
    note: (view) => {
      if (waiting.length >= MOST_WAITING) return;
      if (!isCounted(view.header) || !(view.isTold || isLookedAt(view.header))) return;
      const reader = `${view.account_id} ${view.address}`;
      const count = (asked.get(reader) ?? 0) + 1;
      asked.set(reader, count);
      if (count > OF_ONE_ADDRESS) return;
      waiting.push({
        account_id: view.account_id,
        at: new Date().toISOString(),
        address: view.address,
        agent: (view.header('user-agent') ?? '').slice(0, 500),
        path: pathOf(view.pathname),
        ...originOf(view.query, view.isTold ? null : view.header('referer'), view.host),
        language: languageOf(view.header('accept-language')),
        country: view.isTrusted ? countryOf(view.header) : '',
      });
      if (timer && waiting.length >= WAITING) writeSoon();
    },
    write,
    start: () => {
      timer = setInterval(writeSoon, EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      if (!timer) return;
      clearInterval(timer);
      writeSoon();
      await writing;
    },
  };
}

/** What programs that say what they are asked for is no visit. */
function withoutPrograms(views: Waiting[]): Waiting[] {
  const programs = new Map<string, boolean>();
  return views.filter(({ agent }) => {
    const isProgram = programs.get(agent) ?? isbot(agent);
    programs.set(agent, isProgram);
    return !isProgram;
  });
}
