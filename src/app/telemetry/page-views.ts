import { createHmac } from 'node:crypto';
import { isbot } from 'isbot';
import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import {
  allowsTracking,
  countryOf,
  deviceOf,
  isDocumentRequest,
  languageOf,
  originOf,
  pathOf,
  type ViewHeaders,
} from '#features/platform/reports/visits/rules.ts';

const EVERY_MS = 5_000;
/** Views that trigger a write. */
const BATCH_SIZE = 5_000;
/** Views held in memory while a write is under way; more are dropped. */
const MAX_PENDING = 50_000;
/** Views of one address between two writes; whoever asks for more pages is no reader. */
const MAX_PER_ADDRESS = 60;

export type PageView = {
  account_id: string;
  pathname: string;
  query: URLSearchParams;
  /** The site's own host, to tell internal links from external referrers. */
  host: string;
  address: string;
  header: ViewHeaders;
  /** Whether the headers are those of a proxy we trust. */
  isTrusted: boolean;
  /** Reported by the page itself, because it had been prefetched. */
  isReported?: boolean;
};

type PendingView = {
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
  /** Counts a view of a public page; costs the request a few comparisons. */
  record(view: PageView): void;
  /** Writes the recorded views to the database. */
  write(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/**
 * Counts visits without cookies. A view is in memory until the next write; of its address and user agent only a hash with
 * the salt of the day is written, and the salt is deleted later.
 */
export function createPageViews({ sql, log }: { sql: Sql; log: Log }): PageViews {
  let pending: PendingView[] = [];
  let countOfReader = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const taken = withoutBots(pending);
    pending = [];
    countOfReader = new Map();
    if (taken.length === 0) return;
    const salts = await sql.query<Salt>('select account_id, day::text, salt from private.visit_salts_of($1)', [
      [...new Set(taken.map(({ account_id }) => account_id))],
    ]);
    await sql.query('select private.count_visits($1::jsonb)', [JSON.stringify(visitsOf(taken, salts))]);
  }

  /** Visits that could not be written are lost; nothing else depends on them. */
  function writeSoon(): void {
    writing = writing
      .then(write)
      .catch((error: unknown) => log.warn({ error: String(error) }, 'Visits could not be written down.'));
  }

  return {
    record: (view) => {
      if (pending.length >= MAX_PENDING) return;
      if (!allowsTracking(view.header) || !(view.isReported || isDocumentRequest(view.header))) return;
      const reader = `${view.account_id} ${view.address}`;
      const count = (countOfReader.get(reader) ?? 0) + 1;
      countOfReader.set(reader, count);
      if (count > MAX_PER_ADDRESS) return;
      pending.push({
        account_id: view.account_id,
        at: new Date().toISOString(),
        address: view.address,
        agent: (view.header('user-agent') ?? '').slice(0, 500),
        path: pathOf(view.pathname),
        ...originOf(view.query, view.isReported ? null : view.header('referer'), view.host),
        language: languageOf(view.header('accept-language')),
        country: view.isTrusted ? countryOf(view.header) : '',
      });
      if (timer && pending.length >= BATCH_SIZE) writeSoon();
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

type Salt = { account_id: string; day: string; salt: string };

/** The views of visitors, who are known by a hash alone. */
function visitsOf(views: readonly PendingView[], salts: readonly Salt[]) {
  const saltOf = new Map(salts.map((salt) => [salt.account_id, salt]));
  return views.flatMap(({ address, agent, ...view }) => {
    const salt = saltOf.get(view.account_id);
    if (!salt) return [];
    const visitor = createHmac('sha256', Buffer.from(salt.salt, 'hex'))
      .update(`${view.account_id}\n${address}\n${agent}`)
      .digest()
      .readBigInt64BE()
      .toString();
    return [{ ...view, visitor, day: salt.day, device: deviceOf(agent) }];
  });
}

/** Requests of programs that name themselves in the user agent are no visits. */
function withoutBots(views: PendingView[]): PendingView[] {
  const isBotOf = new Map<string, boolean>();
  return views.filter(({ agent }) => {
    const isBot = isBotOf.get(agent) ?? isbot(agent);
    isBotOf.set(agent, isBot);
    return !isBot;
  });
}
