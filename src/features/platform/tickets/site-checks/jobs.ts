import { z } from 'zod';
import { createSiteProbe, type SiteProbe } from '#base/server/dns-tls-probe.ts';
import type { Job } from '#base/server/jobs.ts';
import { type SiteFacts, siteChecks } from '../rules.ts';

const payloadShape = z.object({ account_id: z.uuid(), ticket_id: z.uuid() });

const codeOf = (error: unknown) => ({ problem: String((error as { code?: string }).code ?? 'EUNKNOWN').slice(0, 60) });
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/** Probes a site at `origin` as a visitor's browser would; `platform` is the host sites should point to. */
export async function probeSite(
  probe: SiteProbe,
  origin: string,
  platform: string,
): Promise<Pick<SiteFacts, 'host' | 'platform' | 'dns' | 'tls'>> {
  const { hostname: host, protocol } = new URL(origin);
  if (isLocal(host)) return { host, platform: [], dns: null, tls: null };
  const home = new URL(platform).hostname;
  const [dns, expected] = await Promise.all([
    probe.addressesOf(host).then((addresses) => ({ addresses }), codeOf),
    isLocal(home) ? [] : probe.addressesOf(home).catch(() => []),
  ]);
  const address = 'addresses' in dns ? dns.addresses[0] : undefined;
  const tls = protocol === 'https:' && address ? await probe.certificateOf(host, address).catch(codeOf) : null;
  return { host, platform: expected, dns, tls };
}

/** Checks the site of a ticket as soon as the ticket says that it is down. */
export function createSiteCheckJob(probe: SiteProbe): Job {
  return {
    queue: 'ticket-checks',
    handle: async ({ sql, siteUrlOf }, payload) => {
      const { account_id, ticket_id } = payloadShape.parse(payload);
      const site = (
        await sql.query<{ account_id: string; status: string; meters: SiteFacts['meters']; platform: string }>(
          `select s.*, (select a.account_id from public.accounts a where a.is_platform) as platform
             from private.site_of_ticket($1, $2) s`,
          [account_id, ticket_id],
        )
      )[0];
      if (!site) return;
      const facts = await probeSite(probe, await siteUrlOf(site.account_id), await siteUrlOf(site.platform));
      const checks = siteChecks({ ...facts, account: { status: site.status }, meters: site.meters }, new Date());
      await sql.query('select private.keep_site_checks($1, $2, $3)', [account_id, ticket_id, JSON.stringify(checks)]);
    },
  };
}

export const jobs: Job[] = [createSiteCheckJob(createSiteProbe())];
