import { isbot } from 'isbot';
import { z } from 'zod';
import { type Api, bodyOf } from '#base/server/api.ts';
import { paths } from '#paths';

const visitShape = z.object({ code: z.string().trim().max(40) });

export const api: Api = (router, tools) => {
  router.post(paths.followReferral(), async (context) => {
    const account = context.get('account').account_id;
    await tools.limit(`referral:${context.get('network')}`, 20, 60);
    await tools.limit(`referral-account:${account}`, 1_200, 60);
    const { code } = await bodyOf(context, visitShape, 1_024);
    const [visit] = isbot(context.req.header('user-agent') ?? '')
      ? []
      : await tools.database
          .as(context.get('caller'))
          .query<{ visit_id: string; days: number }>(
            'select click_id as visit_id, days from private.record_click($1, $2)',
            [account, code],
          );
    return context.json(visit ?? { visit_id: null, days: 0 });
  });
};
