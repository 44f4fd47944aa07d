import { createHash } from 'node:crypto';
import {
  CaptureStatus,
  CheckoutPaymentIntent,
  type Client,
  type Order,
  OrderStatus,
  PaymentInitiator,
  PaypalExperienceUserAction,
  PaypalPaymentTokenUsageType,
  PaypalWalletContextShippingPreference,
  type Refund,
  RefundStatus,
  StoredPaymentSourceUsageType,
  StoreInVaultInstruction,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk';
import { AppError } from '#base/shared/errors.ts';
import { currencyDigits } from '#base/shared/money.ts';
import { ask, isStatus, openPaypal, type PayPal, paypalErrorOf } from './paypal-client.ts';
import { createPaypalMethods, paypalMethod } from './paypal-methods.ts';
import {
  type ChargeRequest,
  METHOD,
  type PaymentMethodState,
  type PaymentRequest,
  type PaymentState,
  type ProviderAdapter,
  type ProviderKeys,
  type RefundState,
} from './provider-adapter.ts';
import { PaymentRejected, withOurErrors } from './provider-errors.ts';

const DAY_MS = 86_400_000;
/** PayPal repeats a message for three days. */
const OLDEST_EVENT_MS = 4 * DAY_MS;
/** Currencies that PayPal counts without a fraction. */
const WHOLE = new Set(['HUF', 'JPY', 'TWD']);
const CAPTURE = 'capture:';
/** PayPal keeps the key of an order for six hours. */
const KEY_LIFETIME_MS = 5 * 3_600_000;
const KEPT = { storeInVault: StoreInVaultInstruction.OnSuccess, usageType: PaypalPaymentTokenUsageType.Merchant };

/**
 * A shop's payments through its own PayPal account: the buyer approves on PayPal's page, and the money is captured when the payment
 * is read the next time. PayPal's keys don't tell their mode: `keys.mode` is `live` or that of the sandbox.
 */
export function createPaypalProvider(keys: ProviderKeys, apiBase?: string): ProviderAdapter {
  const paypal = openPaypal(keys, keys.mode === 'live', apiBase);
  const adapter: ProviderAdapter = {
    provider: 'paypal',
    check: async () => {
      for (const isLive of [true, false]) {
        const { client } = openPaypal(keys, isLive, apiBase);
        try {
          await client.clientCredentialsAuthManager.fetchToken();
          return { outcome: 'right', isTest: !isLive };
        } catch (error) {
          if (!isStatus(error, 401)) throw error;
        }
      }
      return { outcome: 'wrong', isTest: false };
    },
    begin: (request) => begin(paypal, request),
    read: (reference) => read(paypal, reference),
    // An order can't be withdrawn. Approved later, its money goes back like any that is paid twice.
    cancel: async () => {},
    charge: (request) => charge(paypal, request),
    methods: createPaypalMethods(paypal),
    refund: async ({ reference, amount, currency, key }) => {
      const order = await paypal.orders.getOrder({ id: reference });
      const captureId = captureOf(order.result)?.id ?? '';
      const { result } = await paypal.payments.refundCapturedPayment({
        captureId,
        paypalRequestId: `refund-${key}`,
        prefer: 'return=representation',
        body: { amount: moneyOf(amount, currency), customId: key },
      });
      return { ...refundState(result), amount };
    },
    readEvent: (body, headers) => readEvent(paypal.client, keys.webhook_id ?? '', body, headers),
    listPaid: (since) => listPaid(paypal.client, since),
  };
  return withOurErrors(adapter, paypalErrorOf);
}

const digitsOf = (currency: string) => (WHOLE.has(currency) ? 0 : currencyDigits(currency));

function moneyOf(amount: number, currency: string) {
  const digits = digitsOf(currency);
  const scale = 10 ** (currencyDigits(currency) - digits);
  if (amount % scale !== 0) throw new PaymentRejected('whole_amounts_only', null);
  return { currencyCode: currency, value: (amount / 10 ** currencyDigits(currency)).toFixed(digits) };
}

function minorOf(money: { currencyCode: string; value: string } | undefined): number {
  return money ? Math.round(Number(money.value) * 10 ** currencyDigits(money.currencyCode)) : 0;
}

async function begin({ orders }: PayPal, request: PaymentRequest) {
  const { key, amount, currency, description, returnUrl, cancelUrl, keepsMethod } = request;
  const facts = createHash('sha256').update(JSON.stringify(request)).digest('base64url').slice(0, 22);
  const { result } = await orders.createOrder({
    paypalRequestId: `payment-${key}-${facts}`,
    prefer: 'return=representation',
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ customId: key, description: description.slice(0, 127), amount: moneyOf(amount, currency) }],
      paymentSource: {
        paypal: {
          experienceContext: {
            returnUrl,
            cancelUrl,
            userAction: PaypalExperienceUserAction.PayNow,
            shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          },
          ...(keepsMethod ? { attributes: { vault: KEPT } } : {}),
        },
      },
    },
  });
  const url = result.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
  if (!result.id || !url) throw new Error('PayPal began an order without an address.');
  return { reference: result.id, url, expiresAt: null };
}

/** Charges a PayPal account that its owner agreed to be charged again. */
async function charge(paypal: PayPal, request: ChargeRequest): Promise<PaymentState> {
  const { key, amount, currency, description, method, begunAt } = request;
  const before = await chargeBefore(paypal, key, begunAt);
  if (before) return before;
  const { result } = await paypal.orders.createOrder({
    paypalRequestId: `charge-${key}`,
    prefer: 'return=representation',
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ customId: key, description: description.slice(0, 127), amount: moneyOf(amount, currency) }],
      paymentSource: {
        paypal: {
          vaultId: method,
          storedCredential: {
            paymentInitiator: PaymentInitiator.Merchant,
            usage: StoredPaymentSourceUsageType.Subsequent,
          },
        },
      },
    },
  });
  return stateOf(paypal.client, result);
}

/** The charge of this key, where PayPal may have forgotten the key. It lists a payment some hours after it was made. */
async function chargeBefore(paypal: PayPal, key: string, begunAt: Date): Promise<PaymentState | null> {
  if (Date.now() - begunAt.getTime() < KEY_LIFETIME_MS) return null;
  for await (const paid of listPaid(paypal.client, begunAt))
    if (paid.key === key) return read(paypal, CAPTURE + paid.reference);
  return null;
}

async function read(paypal: PayPal, reference: string): Promise<PaymentState | null> {
  const { orders, payments, client } = paypal;
  try {
    let id: string | undefined = reference;
    if (reference.startsWith(CAPTURE)) {
      const capture = await payments.getCapturedPayment({ captureId: reference.slice(CAPTURE.length) });
      id = capture.result.supplementaryData?.relatedIds?.orderId;
      if (!id) return null;
    }
    let { result } = await orders.getOrder({ id });
    if (result.status === OrderStatus.Approved) {
      // The same key captures once, also where the response is lost.
      const key = { id, paypalRequestId: `capture-${id}`, prefer: 'return=representation' };
      await orders.captureOrder(key).catch((error: unknown) => {
        if (!isStatus(error, 422)) throw error;
      });
      ({ result } = await orders.getOrder({ id }));
    }
    return await stateOf(client, result);
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

const captureOf = (order: Order) => order.purchaseUnits?.[0]?.payments?.captures?.[0];

async function stateOf(client: Client, order: Order): Promise<PaymentState> {
  const unit = order.purchaseUnits?.[0];
  const capture = captureOf(order);
  const fee = capture?.sellerReceivableBreakdown?.paypalFee;
  const status = statusOf(order);
  return {
    reference: order.id ?? '',
    key: unit?.customId ?? null,
    status,
    amount: minorOf(capture?.amount ?? unit?.amount),
    currency: unit?.amount?.currencyCode ?? '',
    failure_code: status === 'failed' ? (capture?.status ?? null) : null,
    fee: fee ? { amount: minorOf(fee), currency: fee.currencyCode } : null,
    method: status === 'succeeded' ? methodOf(order) : null,
    refunds:
      status === 'succeeded'
        ? [...(unit?.payments?.refunds ?? []).map(refundState), ...(await disputesOf(client, capture?.id ?? ''))]
        : [],
  };
}

function methodOf(order: Order): PaymentMethodState | null {
  const { attributes, emailAddress } = order.paymentSource?.paypal ?? {};
  const { id = '', customer } = attributes?.vault ?? {};
  return id ? paypalMethod(id, customer?.id, emailAddress) : null;
}

function statusOf(order: Order): PaymentState['status'] {
  const capture = captureOf(order)?.status;
  if (capture === CaptureStatus.Declined || capture === CaptureStatus.Failed) return 'failed';
  if (capture === CaptureStatus.Pending) return 'pending';
  if (capture) return 'succeeded';
  return order.status === OrderStatus.Voided ? 'cancelled' : 'pending';
}

function refundState({ id = '', customId, amount, status }: Refund): RefundState {
  const isOver = status === RefundStatus.Failed || status === RefundStatus.Cancelled;
  return {
    reference: id,
    key: customId ?? null,
    kind: 'refund',
    amount: minorOf(amount),
    status: isOver ? 'failed' : status === RefundStatus.Pending ? 'pending' : 'succeeded',
  };
}

type Dispute = {
  dispute_id: string;
  status: string;
  dispute_amount: { currency_code: string; value: string };
  dispute_outcome?: { outcome_code: string };
};

function disputeStatus(status: string, outcome = ''): RefundState['status'] {
  if (status !== 'RESOLVED') return 'pending';
  return outcome === 'RESOLVED_SELLER_FAVOUR' || outcome === 'CANCELED_BY_BUYER' ? 'failed' : 'succeeded';
}

async function disputesOf(client: Client, capture: string): Promise<RefundState[]> {
  const path = `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(capture)}`;
  const { items = [] } = await ask<{ items?: Dispute[] }>(client, 'GET', path);
  return items.map(({ dispute_id, status, dispute_amount: { currency_code, value }, dispute_outcome }) => ({
    reference: dispute_id,
    key: null,
    kind: 'chargeback',
    amount: minorOf({ currencyCode: currency_code, value }),
    status: disputeStatus(status, dispute_outcome?.outcome_code),
  }));
}

type EventBody = {
  id?: string;
  event_type?: string;
  resource_type?: string;
  resource?: {
    id?: string;
    links?: { rel: string; href: string }[];
    disputed_transactions?: { seller_transaction_id?: string }[];
  };
};

/** PayPal itself verifies its signature, for the webhook the owner registered. The body is passed on as it came. */
async function readEvent(client: Client, webhookId: string, body: string, headers: Headers) {
  const header = (name: string) => headers.get(`paypal-${name}`) ?? '';
  const refused = (cause?: unknown) =>
    new AppError(400, 'malformed', 'This message is not signed by the payment service.', { cause });
  const sentAt = Date.parse(header('transmission-time'));
  if (!header('transmission-sig') || !(Math.abs(Date.now() - sentAt) < OLDEST_EVENT_MS)) throw refused();
  let event: EventBody;
  try {
    event = JSON.parse(body) as EventBody;
  } catch (error) {
    throw refused(error);
  }
  const facts = JSON.stringify({
    auth_algo: header('auth-algo'),
    cert_url: header('cert-url'),
    transmission_id: header('transmission-id'),
    transmission_sig: header('transmission-sig'),
    transmission_time: header('transmission-time'),
    webhook_id: webhookId,
  });
  const { verification_status } = await ask<{ verification_status: string }>(
    client,
    'POST',
    '/v1/notifications/verify-webhook-signature',
    `${facts.slice(0, -1)},"webhook_event":${body}}`,
  );
  if (verification_status !== 'SUCCESS' || !event.id) throw refused();
  return { id: event.id, type: event.event_type ?? '', reference: referenceIn(event) };
}

/** The order, capture or kept account an event is about. */
function referenceIn({ resource_type, resource }: EventBody): string | null {
  if (resource_type === 'checkout-order') return resource?.id ?? null;
  if (resource_type === 'payment_token') return resource?.id ? METHOD + resource.id : null;
  if (resource_type === 'capture') return resource?.id ? CAPTURE + resource.id : null;
  const above = resource?.links
    ?.find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  const capture = above ?? resource?.disputed_transactions?.[0]?.seller_transaction_id;
  return capture ? CAPTURE + capture : null;
}

async function* listPaid(client: Client, since: Date) {
  const search = new TransactionSearchController(client);
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { result } = await search.searchTransactions({
      startDate: since.toISOString(),
      endDate: new Date().toISOString(),
      transactionStatus: 'S',
      fields: 'transaction_info',
      pageSize: 100,
      page,
    });
    pages = result.totalPages ?? 1;
    for (const { transactionInfo: info } of result.transactionDetails ?? []) {
      const amount = minorOf(info?.transactionAmount);
      // Refunds and fees are negative; T00 are payments received.
      if (!info?.transactionId || amount <= 0 || !info.transactionEventCode?.startsWith('T00')) continue;
      yield {
        reference: info.transactionId,
        key: info.customField ?? null,
        amount,
        currency: info.transactionAmount?.currencyCode ?? '',
        at: info.transactionInitiationDate ?? since.toISOString(),
      };
    }
  }
}
