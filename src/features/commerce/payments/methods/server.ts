import { type Api, type ApiContext, type ApiTools, bodyOf, requireSession } from '#base/server/api.ts';
import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { openProvider, type PaymentTools } from '../jobs.ts';
import { settleSetup } from './jobs.ts';
import { type BegunSetup, type SetupInput, type SetupStatus, setupShape } from './schema.ts';

export const api: Api = (router, tools) => {
  const { database, limit } = tools;

  router.post(paths.beginSetup(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`payment-setups:${userId}`, 30, 3_600);
    return json({ url: await beginSetup(tools, context, caller, await bodyOf(context, setupShape)) });
  });

  router.post(paths.settleSetups(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`settle-payment:${userId}`, 120, 60);
    const { account_id } = context.get('account');
    const own = await database
      .as(caller)
      .query<{ id: string; status: SetupStatus }>('select * from private.own_setups($1)', [account_id]);
    if (own.length === 0) throw errors.notFound();
    const statuses: (SetupStatus | null)[] = [];
    // The provider's message may have come before the buyer is back.
    for (const { id, status } of own)
      statuses.push(status === 'succeeded' ? status : await settleSetup(serviceTools(tools), account_id, id));
    return json({ is_saved: statuses[0] === 'succeeded' });
  });
};

/** With the rights to read keys and to write what is kept, which no person has. */
function serviceTools({ database, providers }: Pick<ApiTools, 'database' | 'providers'>): PaymentTools {
  return { sql: database.asService(), providers };
}

/** Begins to keep a payment method; resolves to the page of the provider. */
async function beginSetup(
  tools: ApiTools,
  context: ApiContext,
  caller: Caller,
  { provider, subject }: SetupInput,
): Promise<string> {
  const { account_id } = context.get('account');
  const [row] = await tools.database
    .as(caller)
    .query<{ setup: BegunSetup }>('select private.begin_setup($1, $2, $3) as setup', [
      account_id,
      subject ?? null,
      provider,
    ]);
  const service = serviceTools(tools);
  const adapter = row && (await openProvider(service, account_id, row.setup.provider));
  if (!row || !adapter?.methods) throw errors.notFound();
  const { id, path, description, email } = row.setup;
  const returnUrl = new URL(path ?? paths.paymentMethods(), context.get('origin'));
  const addressOf = (setup: string) => {
    returnUrl.searchParams.set('setup', setup);
    return returnUrl.href;
  };
  const page = await adapter.methods.begin({
    key: id,
    accountId: account_id,
    description,
    email,
    returnUrl: addressOf('done'),
    cancelUrl: addressOf('cancelled'),
  });
  await service.sql.query(
    `update public.payment_setups set status = 'pending', provider_reference = $3, url = $4
      where account_id = $1 and id = $2 and status = 'created'`,
    [account_id, id, page.reference, page.url],
  );
  return page.url;
}
