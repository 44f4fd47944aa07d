import { type Api, bodyOf, requireSession } from '#base/server/api.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { isPlatformDomain } from './rules.ts';
import { claimRequest } from './schema.ts';

export const api: Api = (router, tools) => {
  router.post(paths.claimDomain(), async (context) => {
    const { caller, userId } = requireSession(context);
    await tools.limit(`domain:${userId}`, 30, 3_600);
    const { domain, account_id } = await bodyOf(context, claimRequest, 4_096);
    if (isPlatformDomain(domain, tools.baseDomain)) {
      const sentence = 'This domain belongs to the platform. Choose one of your own.';
      throw errors.invalid(sentence, { domain: sentence });
    }
    const [row] = await tools.database
      .as(caller)
      .query<{ id: string }>('select private.claim_domain($1, $2) as id', [
        account_id ?? context.get('account').account_id,
        domain,
      ]);
    return context.json({ id: row?.id }, 201);
  });
};
