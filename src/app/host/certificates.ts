import { createSecureContext, type SecureContext } from 'node:tls';
import type { Sql } from '#base/server/database.ts';
import type { Encryption } from '#base/server/encryption.ts';
import type { Log } from '#base/server/log.ts';
import { createAsyncCache } from '../cache/memoize.ts';

/** TLS certificates by domain, in memory until a domain changes. */
export type Certificates = {
  /** Null without a certificate for this name. */
  contextOf(domain: string): Promise<SecureContext | null>;
  forget(): void;
};

const MAX_CONTEXTS = 10_000;

export function createCertificates(sql: Sql, encryption: Encryption, log: Log): Certificates {
  // Made-up names must not fill the memory.
  const contexts = createAsyncCache<SecureContext | null>(MAX_CONTEXTS);

  async function read(domain: string): Promise<SecureContext | null> {
    const [row] = await sql.query<{ chain: string; sealed_key: string }>(
      `select d.chain, d.sealed_key from private.domain_certificates d
         join public.domain_claims c on (c.account_id, c.id) = (d.account_id, d.claim_id)
         join public.accounts a on a.account_id = c.account_id and a.status = 'active'
        where c.domain = $1 and c.state in ('certificate_ok', 'live')`,
      [domain],
    );
    if (!row) return null;
    try {
      return createSecureContext({
        cert: row.chain,
        key: encryption.decrypt(domain, row.sealed_key),
        minVersion: 'TLSv1.2',
      });
    } catch (error) {
      log.error({ err: error, domain }, 'The certificate of a domain can’t be used: was JWT_SECRET changed?');
      return null;
    }
  }

  return {
    contextOf: (name) => {
      const domain = name.toLowerCase().replace(/\.$/, '');
      return contexts.get(domain, () => read(domain));
    },
    forget: () => contexts.forget(),
  };
}
