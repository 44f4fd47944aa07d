import { z } from 'zod';
import type { DomainTools } from '#base/server/domain-tools.ts';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import { compareRecords, isDueForRenewal, isPlatformDomain, proofName, tokensIn } from './rules.ts';

type Claim = {
  account_id: string;
  id: string;
  domain: string;
  token: string;
  state: string;
  slug: string;
  certificate_until: Date | string | null;
};

type Context = JobContext & { domains: DomainTools };

const payloadShape = z.object({ claim_id: z.uuid() });
const MAX_CLAIMS = 20;

const sentenceOf = (error: unknown) => (error as Error).message.slice(0, 500);

/** Advances a domain as far as possible: DNS records, certificate, https check. */
async function advance(context: Context, claim: Claim): Promise<void> {
  const { sql, domains } = context;
  if (isPlatformDomain(claim.domain, domains.baseDomain)) return fail(context, claim, 'taken', '');
  const addresses = await checkRecords(context, claim);
  if (!addresses) return;
  const until = claim.certificate_until === null ? null : new Date(claim.certificate_until);
  if (domains.authority && isDueForRenewal(until, new Date()) && !(await certify(context, claim))) return;
  try {
    let observedAt = new Date();
    for (const address of addresses)
      observedAt = await domains.probe({ domain: claim.domain, address, claimId: claim.id });
    // Something in front of us terminates TLS: only the observed certificate is known.
    if (!domains.authority)
      await sql.query('select private.store_domain_certificate($1, null, null, $2)', [claim.id, observedAt]);
    await sql.query('select private.activate_domain($1)', [claim.id]);
  } catch (error) {
    await fail(context, claim, 'https', sentenceOf(error));
  }
}

/** Checks the DNS records. Returns the domain's addresses where it may continue, else null. */
async function checkRecords({ sql, domains }: Context, claim: Claim): Promise<string[] | null> {
  const slugHost = `${claim.slug}.${domains.baseDomain}`;
  const { records } = domains;
  const lookups = await Promise.all([
    records.textsOf(proofName(claim.domain)),
    records.aliasesOf(claim.domain),
    records.addressesOf(claim.domain),
    records.addressesOf(slugHost),
  ]).catch(() => null);
  // DNS failed, so nothing is known to be wrong; the claim's lease retries in five minutes.
  if (!lookups) return null;
  const [texts, aliases, addresses, homeAddresses] = lookups;
  const judged = compareRecords(
    claim,
    { slugHost, baseDomain: domains.baseDomain },
    { texts, aliases, addresses, homeAddresses },
  );
  const [row] = await sql.query<{ state: string | null }>(
    'select private.store_domain_records($1, $2, $3, $4) as state',
    [claim.id, JSON.stringify(judged), judged.every((record) => record.isRight), tokensIn(texts)],
  );
  return row?.state ? addresses : null;
}

async function certify(context: Context, claim: Claim): Promise<boolean> {
  const { sql, domains, log } = context;
  try {
    const certificate = await domains.authority?.obtain(claim.domain, async ({ token, answer: keyAuthorization }) => {
      await sql.query(
        `insert into private.acme_challenges (token, domain, answer) values ($1, $2, $3)
         on conflict (token) do update set domain = excluded.domain, answer = excluded.answer`,
        [token, claim.domain, keyAuthorization],
      );
      return async () => {
        await sql.query('delete from private.acme_challenges where token = $1', [token]);
      };
    });
    if (!certificate) return false;
    await sql.query('select private.store_domain_certificate($1, $2, $3, $4)', [
      claim.id,
      certificate.chain,
      domains.encryption.encrypt(claim.domain, certificate.key),
      certificate.validUntil,
    ]);
    return true;
  } catch (error) {
    log.warn({ err: error, domain: claim.domain }, 'A domain got no certificate; it will be tried again.');
    await fail(context, claim, 'certificate', sentenceOf(error));
    return false;
  }
}

async function fail({ sql }: Context, claim: Claim, problem: string, detail: string): Promise<void> {
  await sql.query('select private.fail_domain($1, $2, $3)', [claim.id, problem, detail]);
}

async function advanceDue(jobContext: JobContext, limit: number, claimId: string | null): Promise<void> {
  const { domains } = jobContext;
  if (!domains) throw new Error('Domains are looked after without the tools for it.');
  const context: Context = { ...jobContext, domains };
  const claims = await context.sql.query<Claim>('select * from private.claim_domain_checks($1, $2)', [limit, claimId]);
  for (const claim of claims) await advance(context, claim);
}

export const jobs: Job[] = [
  {
    queue: 'domain-check',
    handle: (context, payload) => advanceDue(context, 1, payloadShape.parse(payload).claim_id),
  },
];

export const schedules: Schedule[] = [
  {
    name: 'check-domains',
    cron: '* * * * *',
    run: async (context) => {
      await context.sql.query("delete from private.acme_challenges where created_at < now() - interval '1 day'");
      await advanceDue(context, MAX_CLAIMS, null);
    },
  },
];
