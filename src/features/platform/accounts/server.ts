import { type Api, bodyOf } from '#base/server/api.ts';
import { paths } from '#paths';
import { logEntry } from './schema.ts';

const LOG_LIMIT = 8_192;

export const api: Api = (router, tools) => {
  router.post(paths.log(), async (context) => {
    const account = context.get('account').account_id;
    await tools.limit(`log:${context.get('network')}`, 30, 60);
    await tools.limit(`log-account:${account}`, 600, 60);
    const { message } = await bodyOf(context, logEntry, LOG_LIMIT);
    await tools.database.as(context.get('caller')).query('select private.write_log($1, $2)', [account, message]);
    return context.body(null, 204);
  });
};
