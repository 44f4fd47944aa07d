import { type CertificateAuthority, createAcmeAuthority } from './certificate-authority.ts';
import type { Sql } from './database.ts';
import { createDomainProbe, type DomainProbe } from './domain-probe.ts';
import { createDomainRecords, type DomainRecords } from './domain-records.ts';
import type { EncryptedColumn } from './encrypted-columns.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import type { Environment } from './environment.ts';

/** Tools to verify domains and issue their certificates. */
export type DomainTools = {
  baseDomain: string;
  records: DomainRecords;
  /** Null where a proxy in front terminates TLS. */
  authority: CertificateAuthority | null;
  probe: DomainProbe;
  encryption: Encryption;
};

/** How this installation encrypts the private keys of certificates. */
export function certificateEncryption(secret: string, formerSecrets: readonly string[] = []): Encryption {
  return createEncryption(secret, 'keys of certificates', formerSecrets);
}

export function encryptedCertificateKeys(sealing: Encryption): EncryptedColumn[] {
  return [
    {
      name: 'keys of certificates',
      encryption: sealing,
      rows: `select d.claim_id::text as key, c.domain as owner, d.sealed_key as sealed
               from private.domain_certificates d
               join public.domain_claims c on (c.account_id, c.id) = (d.account_id, d.claim_id)
              where $1::text is null or d.claim_id > $1::uuid order by d.claim_id limit $2`,
      replace: `update private.domain_certificates set sealed_key = $3
                 where claim_id = $1::uuid and sealed_key = $2 returning claim_id`,
    },
    {
      name: 'keys of certificate authorities',
      encryption: sealing,
      rows: `select directory as key, directory as owner, sealed_key as sealed from private.acme_accounts
              where $1::text is null or directory > $1 order by directory limit $2`,
      replace:
        'update private.acme_accounts set sealed_key = $3 where directory = $1 and sealed_key = $2 returning directory',
    },
  ];
}

export function createDomainTools(options: {
  environment: Pick<Environment, 'BASE_DOMAIN' | 'DNS_RESOLVERS' | 'ACME_DIRECTORY_URL' | 'ACME_EMAIL'>;
  sealing: Encryption;
  sql: Sql;
}): DomainTools {
  const { environment, sql, sealing } = options;
  const directoryUrl = environment.ACME_DIRECTORY_URL;
  return {
    baseDomain: environment.BASE_DOMAIN,
    records: createDomainRecords(environment.DNS_RESOLVERS),
    authority: directoryUrl
      ? createAcmeAuthority({
          directoryUrl,
          email: environment.ACME_EMAIL,
          accountKeys: accountKeysOf(sql, sealing, directoryUrl),
        })
      : null,
    probe: createDomainProbe(),
    encryption: sealing,
  };
}

/** One ACME account key for all processes of an installation: the first one stored. */
export function accountKeysOf(sql: Sql, sealing: Encryption, directory: string) {
  const load = async () => {
    const [row] = await sql.query<{ sealed_key: string }>(
      'select sealed_key from private.acme_accounts where directory = $1',
      [directory],
    );
    return row ? sealing.decrypt(directory, row.sealed_key) : null;
  };
  return {
    load,
    save: async (key: string) => {
      await sql.query(
        'insert into private.acme_accounts (directory, sealed_key) values ($1, $2) on conflict do nothing',
        [directory, sealing.encrypt(directory, key)],
      );
      return (await load()) ?? key;
    },
  };
}
