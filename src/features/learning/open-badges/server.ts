import type { Context } from 'hono';
import { z } from 'zod';
import type { Api, ApiEnv } from '#base/server/api.ts';
import {
  type BadgeAddresses,
  badgeCredential,
  didDocument,
  issuerId,
  STATUS_LIST_ENTRIES,
  secondsOf,
  statusCredential,
  verificationMethodOf,
} from '#base/server/open-badges/credential.ts';
import { issuerKeysOf } from '#base/server/open-badges/issuer-keys.ts';
import { signed } from '#base/server/open-badges/proof.ts';
import { clockNow } from '#base/shared/clock.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import type { OpenBadge } from './schema.ts';

/** A hundred million badges of one account. */
const MAX_LIST = 800;
/** How long a verifier may keep a status list: what is revoked is seen to be after that time at the latest. */
const LIST_SECONDS = 300;

const addressesOf = (origin: string): BadgeAddresses => ({
  origin,
  issuer: paths.openBadgeIssuer(),
  badge: paths.openBadge,
  file: paths.openBadgeFile,
  status: paths.openBadgeStatus,
});

/** What verifiers read: the badge, the status list, the keys. All of it is public to whoever has the address. */
export const api: Api = (router, { database, limit, badgeKeys, jobs, siteUrlOf }) => {
  const sign = async <Document extends { '@context': readonly unknown[] }>(
    accountId: string,
    addresses: BadgeAddresses,
    document: Document,
    created: string,
  ) => {
    const keys = await issuerKeysOf(database, badgeKeys, accountId);
    const verificationMethod = verificationMethodOf(issuerId(addresses), keys.publicKey);
    return signed(document, keys.privateKey, { verificationMethod, created });
  };
  const readable = async (context: Context<ApiEnv>) => {
    await limit(`open-badges:${context.get('network')}`, 600, 60);
    // Verifiers of other sites read from browsers, too.
    context.header('access-control-allow-origin', '*');
    const { account_id } = context.get('account');
    return { account_id, sql: database.as(context.get('caller')), addresses: addressesOf(await siteUrlOf(account_id)) };
  };

  router.get(paths.openBadgeDid(), async (context) => {
    const { account_id, sql } = await readable(context);
    const keys = await sql.query<{ public_key: string }>('select public_key from private.badge_public_keys($1)', [
      account_id,
    ]);
    // Under each of its names the site says the same keys: a badge stays valid when the site moves.
    return context.json(
      didDocument(
        addressesOf(context.get('origin')),
        keys.map(({ public_key }) => public_key),
      ),
    );
  });

  router.get(paths.openBadgeStatus(':list'), async (context) => {
    const list = z.coerce.number().int().min(0).max(MAX_LIST).safeParse(context.req.param('list'));
    if (!list.success) throw errors.notFound('There is no such status list.');
    const { account_id, sql, addresses } = await readable(context);
    const first = list.data * STATUS_LIST_ENTRIES;
    const revoked = await sql.query<{ status_index: number }>(
      'select status_index from public.badge_status($1, $2, $3)',
      [account_id, first, STATUS_LIST_ENTRIES],
    );
    const now = secondsOf(new Date(clockNow()));
    const places = revoked.map(({ status_index }) => status_index - first);
    context.header('cache-control', `public, max-age=${LIST_SECONDS}`);
    return context.json(await sign(account_id, addresses, statusCredential(addresses, list.data, places, now), now));
  });

  router.get(paths.openBadgeFile(':id'), async (context) => {
    const id = z.uuid().safeParse(context.req.param('id'));
    const { account_id, sql, addresses } = await readable(context);
    const [badge] = id.success
      ? await sql.query<OpenBadge>('select * from public.verify_open_badge($1, $2)', [account_id, id.data])
      : [];
    if (!badge) throw errors.notFound('There is no such badge here.');
    const criteria = badge.is_certificate
      ? jobs.t(badge.language ?? 'en', 'open-badges', 'courseCriteria', { title: badge.name })
      : badge.description || badge.name;
    const credential = badgeCredential(badge, addresses, criteria);
    context.header('content-disposition', 'inline; filename="open-badge.json"');
    return context.json(await sign(account_id, addresses, credential, secondsOf(badge.created_at)));
  });
};
