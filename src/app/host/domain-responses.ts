import type { Sql } from '#base/server/database.ts';
import { CLAIM_PATH } from '#base/server/domain-probe.ts';

const CHALLENGE_PATH = /^\/\.well-known\/acme-challenge\/([A-Za-z0-9_-]{16,256})$/;

/**
 * Answers the ACME http-01 challenge (RFC 8555, section 8.3) and our own domain-claim check on a domain that is not
 * verified yet; null for any other path.
 */
export async function domainResponse(sql: Sql, host: string, path: string): Promise<Response | null> {
  if (!path.startsWith('/.well-known/')) return null;
  const token = CHALLENGE_PATH.exec(path)?.[1];
  if (token)
    return textOf(
      await sql.query('select answer from private.acme_challenges where token = $1 and domain = $2', [token, host]),
    );
  if (path === CLAIM_PATH)
    return textOf(
      await sql.query("select id as answer from public.domain_claims where domain = $1 and state <> 'pending'", [host]),
    );
  return null;
}

function textOf([row]: { answer: string }[]): Response {
  return row
    ? new Response(row.answer, {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
      })
    : new Response('Nothing is asked of this domain.\n', {
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      });
}
