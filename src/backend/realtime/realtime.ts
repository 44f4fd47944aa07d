import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
export function createRealtime(_: { database: Database; tokens: Tokens; log: Log; scopeOf(request: Request): Promise<string | null> }) {
  return { fetch: async (_request: Request) => new Response('', { status: 404 }), upgrade: (_m: IncomingMessage, s: Duplex, _h: Buffer) => void s.destroy(), close: async () => {} };
}
