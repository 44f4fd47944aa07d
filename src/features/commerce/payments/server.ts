import {
  type Api,
  type ApiContext,
  type ApiTools,
  bodyOf,
  requireCapability,
  requireSession,
} from '#base/server/api.ts';
import type { Caller } from '#base/server/database.ts';
import { json, readBytes } from '#base/server/http.ts';
import type { ProviderKeys } from '#base/server/payments/provider-adapter.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { alreadyPaid, closePayment, markCancelled, openProvider, type PaymentTools, settlePayment } from './jobs.ts';
import { isOnlineProvider, type OnlineProvider, providerFacts, takesCurrency } from './rules.ts';
import {
  type BegunPayment,
  beginShape,
  keyProblems,
  type PaymentStatus,
  providerInput,
  settleShape,
} from './schema.ts';

const EVENT_BYTES = 524_288;
const HINT_LENGTH = 4;

export const api: Api = (router, tools) => {
  const { database, limit } = tools;

  router.post(paths.beginPayment(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`payments:${userId}`, 60, 60);
    const { subject, provider } = await bodyOf(context, beginShape);
    return json({ url: await beginPayment(tools, context, caller, subject, provider) });
  });

  router.post(paths.settlePayment(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`settle-payment:${userId}`, 120, 60);
    const { subject } = await bodyOf(context, settleShape);
    const { account_id } = context.get('account');
    const own = await database
      .as(caller)
      .query<{ id: string; status: PaymentStatus }>('select * from private.own_payments($1, $2)', [
        account_id,
        subject,
      ]);
    const statuses: (PaymentStatus | null)[] = [];
    // The provider's message may have come before the buyer is back.
    for (const { id, status } of own)
      statuses.push(status === 'succeeded' ? status : await settlePayment(serviceTools(tools), account_id, id));
    return json({ is_paid: statuses.includes('succeeded'), is_open: statuses.includes('pending') });
  });

  router.put(paths.paymentProvider(':provider'), async (context) => {
    const { account_id } = context.get('account');
    const caller = await requireCapability(context, database, 'manage_options');
    await limit(`payment-providers:${account_id}`, 60, 3_600);
    const input = await bodyOf(context, providerInput, 16_384);
    if (context.req.param('provider') === 'offline') {
      await saveProvider(tools, caller, [account_id, 'offline', input.is_enabled]);
      return json({ is_test: false });
    }
    const provider = providerIn(context);
    const { keys, isTest } = await tryKeys(tools, caller, account_id, provider, input.keys);
    const hint = (keys[providerFacts[provider]?.keys[0]?.name ?? ''] ?? '').slice(-HINT_LENGTH);
    const sealed = tools.providers.encrypt(account_id, provider, keys);
    await saveProvider(tools, caller, [account_id, provider, input.is_enabled, sealed, isTest, hint]);
    return json({ is_test: isTest });
  });

  router.post(paths.testPaymentProvider(':provider'), async (context) => {
    const { account_id } = context.get('account');
    const caller = await requireCapability(context, database, 'manage_options');
    await limit(`payment-providers:${account_id}`, 60, 3_600);
    const { isTest } = await tryKeys(tools, caller, account_id, providerIn(context), {});
    return json({ is_test: isTest });
  });

  router.delete(paths.paymentProvider(':provider'), async (context) => {
    const caller = await requireCapability(context, database, 'manage_options');
    const { account_id } = context.get('account');
    await database
      .as(caller)
      .query('select private.remove_payment_provider($1, $2)', [account_id, providerIn(context)]);
    return json({ removed: true });
  });

  router.post(paths.providerEvents(':provider'), async (context) => {
    // A provider sends the messages of every shop from the same few addresses.
    await limit(`provider-events:${context.get('account').account_id}:${context.get('network')}`, 1_200, 60);
    return json({ stored: await storeEvent(tools, context, providerIn(context)) });
  });
};

function providerIn(context: ApiContext): OnlineProvider {
  const provider = context.req.param('provider');
  if (!isOnlineProvider(provider)) throw errors.notFound();
  return provider;
}

/** With the rights to read keys and to write payments, which no person has. */
function serviceTools({ database, providers }: Pick<ApiTools, 'database' | 'providers'>): PaymentTools {
  return { sql: database.asService(), providers };
}

const saveProvider = ({ database }: ApiTools, caller: Caller, values: readonly unknown[]) =>
  database
    .as(caller)
    .query('select private.save_payment_provider($1, $2, $3, $4, $5, $6)', [
      ...values,
      ...Array.from({ length: 6 - values.length }, () => null),
    ]);

/**
 * Tries keys at the provider: those that were entered, with the stored ones for what was left out.
 * @throws {AppError} 422 with the field that is missing or wrong, 503 where the provider does not respond.
 */
async function tryKeys(
  { database, providers }: ApiTools,
  caller: Caller,
  account: string,
  provider: OnlineProvider,
  entered: ProviderKeys,
): Promise<{ keys: ProviderKeys; isTest: boolean }> {
  const [row] = await database
    .as(caller)
    .query<{ sealed: string | null }>('select private.encrypted_payment_keys($1, $2) as sealed', [account, provider]);
  const stored = row?.sealed ? providers.decrypt(account, provider, row.sealed) : {};
  const fields = providerFacts[provider]?.keys ?? [];
  const keys = Object.fromEntries(fields.map(({ name }) => [name, entered[name] || stored[name] || '']));
  const problems = fields.flatMap(({ name, prefix }): [string, string][] => {
    if (!keys[name]) return [[name, keyProblems.missing]];
    return keys[name].startsWith(prefix) || name === 'secret_key' ? [] : [[name, keyProblems.other]];
  });
  if (problems.length > 0) throw errors.invalid('Some fields are not valid.', Object.fromEntries(problems));
  const { outcome, isTest } = await providers.open(provider, keys).check();
  if (outcome === 'wrong') {
    throw errors.invalid('Some fields are not valid.', {
      [fields.find(({ isSecret }) => isSecret)?.name ?? '']: keyProblems.rejected,
    });
  }
  // Keys of PayPal don't tell their mode.
  return { keys: { ...keys, mode: isTest ? 'test' : 'live' }, isTest };
}

/** Begins the payment of a subject, or goes on with the open one; resolves to the page of the provider. */
async function beginPayment(
  tools: ApiTools,
  context: ApiContext,
  caller: Caller,
  subject: string,
  provider: string,
): Promise<string> {
  const { account_id } = context.get('account');
  const service = serviceTools(tools);
  const [row] = await tools.database
    .as(caller)
    .query<{ payment: BegunPayment }>('select private.begin_payment($1, $2, $3) as payment', [
      account_id,
      subject,
      provider,
    ]);
  if (!row) throw errors.notFound();
  const { payment } = row;
  if (!takesCurrency(payment.provider, payment.currency)) {
    throw errors.invalid('This provider does not take this currency. Choose another way to pay.', {});
  }
  // What is paid by another open page first is no second charge.
  for (const other of payment.others) await closePayment(service, account_id, other);
  if (payment.reference && payment.url) {
    const status = await settlePayment(service, account_id, payment.id);
    if (status === 'succeeded') throw alreadyPaid();
    if (status === 'pending') return payment.url;
    await markCancelled(service, account_id, payment.id);
    return beginPayment(tools, context, caller, subject, provider);
  }
  const adapter = await openProvider(service, account_id, payment.provider);
  if (!adapter) throw errors.notFound();
  const { path, keeps_method, ...details } = payment.details;
  const returnUrl = `${context.get('origin')}${path}`;
  const page = await adapter.begin({
    ...details,
    key: payment.id,
    accountId: account_id,
    amount: payment.amount,
    currency: payment.currency,
    returnUrl: `${returnUrl}&payment=done`,
    cancelUrl: `${returnUrl}&payment=cancelled`,
    keepsMethod: keeps_method,
  });
  await service.sql.query(
    `update public.payments set status = 'pending', provider_reference = $3, url = $4, url_expires_at = $5
      where account_id = $1 and id = $2 and status = 'created'`,
    [account_id, payment.id, page.reference, page.url, page.expiresAt],
  );
  return page.url;
}

/** Verifies and stores a message of a provider; a job works on it. Resolves to whether it is new. */
async function storeEvent(tools: ApiTools, context: ApiContext, provider: OnlineProvider): Promise<boolean> {
  const { account_id } = context.get('account');
  const service = serviceTools(tools);
  const adapter = await openProvider(service, account_id, provider);
  if (!adapter) throw errors.notFound();
  const body = new TextDecoder().decode(await readBytes(context.req.raw, EVENT_BYTES));
  const event = await adapter.readEvent(body, context.req.raw.headers).catch((error: unknown) => {
    recordRequestFacts(context.req.raw, { rejection: 'signature_refused' });
    throw error;
  });
  const [row] = await service.sql.query<{ stored: boolean }>(
    'select private.store_provider_event($1, $2, $3, $4, $5) as stored',
    [account_id, provider, event.id, event.type, event.reference],
  );
  return row?.stored === true;
}
