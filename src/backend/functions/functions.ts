import type { Tokens } from '#base/server/tokens.ts';
export function createFunctions(_: { tokens: Tokens; handlers: object }) {
  return { fetch: async (_request: Request) => new Response('', { status: 404 }) };
}
