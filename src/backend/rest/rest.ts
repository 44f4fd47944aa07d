import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
export function createRest(_: { database: Database; tokens: Tokens; log: Log }) {
  return { fetch: async (_request: Request) => new Response('', { status: 404 }), reload: async () => {}, close: async () => {} };
}
