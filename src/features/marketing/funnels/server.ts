import { type Api, bodyOf } from '#base/server/api.ts';
import { paths } from '#paths';
import { funnelStart } from './schema.ts';

export const api: Api = (router, tools) => {
  router.post(paths.startFunnel(), async (context) => {
    const account = context.get('account').account_id;
    await tools.limit(`funnel:${context.get('network')}`, 20, 60);
    await tools.limit(`funnel-account:${account}`, 1_200, 60);
    const visit = await bodyOf(context, funnelStart, 16_384);
    const [row] = await tools.database
      .as(context.get('caller'))
      .query<{ id: string }>('select private.start_funnel($1, $2, $3, $4, $5, $6) as id', [
        account,
        visit.utm_source,
        visit.utm_medium,
        visit.utm_campaign,
        visit.initial_page,
        JSON.stringify(visit.deviceInfo),
      ]);
    return context.json({ session_id: row?.id });
  });
};
