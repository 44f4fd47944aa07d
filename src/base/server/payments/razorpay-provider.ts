import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import Razorpay from 'razorpay';
import { AppError } from '#base/shared/errors.ts';
import { currencyDigits } from '#base/shared/money.ts';
import type { PaymentRequest, PaymentState, ProviderAdapter, ProviderKeys, RefundState } from './provider-adapter.ts';
import { PaymentRejected, unreachable, withOurErrors } from './provider-errors.ts';

const TIMEOUT_MS = 15_000;
const MAX_REPEATS = 2;
const REPEAT_AFTER_MS = 200;
const PAGE_SECONDS = 86_400;
/** Razorpay repeats a message for a day. */
const OLDEST_EVENT_MS = 3 * 86_400_000;
const PER_PAGE = 100;

/** What Razorpay answers, as far as it is used: its SDK types it in part and in parts wrongly. */
type Link = {
  id: string;
  reference_id: string | null;
  status: 'created' | 'partially_paid' | 'paid' | 'expired' | 'cancelled';
  amount: number;
  currency: string;
  short_url: string;
  expire_by: number;
  payments: { payment_id: string; status: string }[] | null;
};
type Payment = {
  id: string;
  status: string;
  amount: number;
  currency: string;
  /** What it is paid out in, where that is another currency. */
  base_currency?: string;
  /** With the tax on it, in the currency it is paid out in. */
  fee: number | null;
  created_at: number;
};
type Refund = { id: string; amount: number; status: string; notes: { key?: string } | unknown[] };
type Dispute = { id: string; payment_id: string; amount: number; status: string; phase: string; created_at: number };
type Items<Item> = { items: Item[] };
type Failure = { statusCode?: number; error?: { code?: string; description?: string; reason?: string } };

/** A shop's payments through its own Razorpay account: the buyer pays on the page of a Payment Link. */
export function createRazorpayProvider(keys: ProviderKeys, apiBase?: string): ProviderAdapter {
  const razorpay = openRazorpay(keys, apiBase);
  const adapter: ProviderAdapter = {
    provider: 'razorpay',
    check: async () => {
      try {
        await razorpay.payments.all({ count: 1 });
        return { outcome: 'right', isTest: keys.key_id?.startsWith('rzp_test_') ?? false };
      } catch (error) {
        if (statusIn(error) !== 401) throw error;
        return { outcome: 'wrong', isTest: false };
      }
    },
    begin: (request) => begin(razorpay, request),
    read: (reference) => read(razorpay, reference),
    cancel: async (reference) => {
      try {
        await razorpay.paymentLink.cancel(reference);
      } catch (error) {
        // Paid, cancelled or expired already.
        if (statusIn(error) !== 400) throw error;
      }
    },
    charge: async () => {
      throw new PaymentRejected('not_supported', null);
    },
    methods: null,
    refund: async ({ reference, amount, currency, key }) => {
      const paid = paidIn(await linkOf(razorpay, reference));
      if (!paid) throw new PaymentRejected('not_paid', null);
      const made = await openRazorpay(keys, apiBase, { 'X-Refund-Idempotency': key }).api.post<object, Refund>({
        url: `/payments/${paid.payment_id}/refund`,
        data: { amount: payable(amount, currency), receipt: key, notes: { key } },
      });
      return refundState(made);
    },
    readEvent: async (body, headers) => readEvent(keys.webhook_secret ?? '', body, headers),
    listPaid: (since) => listPaid(razorpay, since),
  };
  return withOurErrors(adapter, errorOf);
}

/** The part of the SDK's HTTP client that is set here: the SDK itself has neither a timeout nor repeats nor another base URL. */
type Http = {
  defaults: { baseURL: string; timeout: number; headers: Record<string, unknown> };
  interceptors: { response: { use(right: undefined, wrong: (error: HttpError) => Promise<unknown>): void } };
  request(config: HttpConfig): Promise<unknown>;
};
type HttpConfig = { repeats?: number };
type HttpError = { response?: { status: number }; config?: HttpConfig };

function openRazorpay(keys: ProviderKeys, apiBase?: string, headers: Record<string, string> = {}): Razorpay {
  const razorpay = new Razorpay({ key_id: keys.key_id ?? '', key_secret: keys.key_secret ?? '' });
  const { rq: http } = razorpay.api as typeof razorpay.api & { rq: Http };
  http.defaults.timeout = TIMEOUT_MS;
  if (apiBase) http.defaults.baseURL = apiBase;
  Object.assign(http.defaults.headers, headers);
  // Whatever writes may be repeated: links are unique by our key, refunds carry it, and cancelling twice is cancelling.
  http.interceptors.response.use(undefined, async (error) => {
    const repeats = error.config?.repeats ?? 0;
    if (!error.config || repeats >= MAX_REPEATS || isRejection(error.response?.status)) throw error;
    await wait(REPEAT_AFTER_MS * (repeats + 1));
    return http.request({ ...error.config, repeats: repeats + 1 });
  });
  return razorpay;
}

const statusIn = (error: unknown) => (error as Failure | null)?.statusCode;
/** Two requests at once (409), too many of them, and everything on the other side may be tried again. */
const isRejection = (status = 0) => status >= 400 && status < 500 && status !== 409 && status !== 429;
const isMissing = (error: unknown) => {
  const description = (error as Failure | null)?.error?.description ?? '';
  return statusIn(error) === 404 || (statusIn(error) === 400 && /does not exist|not a valid id/i.test(description));
};

function errorOf(error: unknown) {
  const { error: facts } = (error ?? {}) as Failure;
  return isRejection(statusIn(error))
    ? new PaymentRejected(facts?.reason || facts?.code || 'rejected', error)
    : unreachable(error);
}

/** Of a currency with three digits Razorpay takes two: the last has to be 0. */
function payable(amount: number, currency: string): number {
  if (currencyDigits(currency) === 3 && amount % 10 !== 0) throw new PaymentRejected('last_digit_not_zero', null);
  return amount;
}

async function begin(razorpay: Razorpay, request: PaymentRequest) {
  const { key, accountId, amount, currency, description, email, returnUrl } = request;
  const body = {
    amount: payable(amount, currency),
    currency,
    reference_id: key,
    description: description.slice(0, 2_048),
    customer: email ? { email } : {},
    notify: { email: false, sms: false },
    reminder_enable: false,
    notes: { payment: key, account: accountId },
    callback_url: returnUrl,
    callback_method: 'get',
    expire_by: Math.floor(Date.now() / 1000) + PAGE_SECONDS,
  };
  const link = await razorpay.api
    .post<object, Link>({ url: '/payment_links', data: body })
    .catch(async (error: unknown) => {
      // Begun already with this key, and the response was lost.
      const [begun] = statusIn(error) === 400 ? await linksBy(razorpay, { reference_id: key }) : [];
      if (begun?.amount !== amount || begun.currency !== currency) throw error;
      return begun;
    });
  return { reference: link.id, url: link.short_url, expiresAt: timeOf(link.expire_by) };
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

async function linksBy(razorpay: Razorpay, query: { reference_id: string } | { payment_id: string }) {
  const { payment_links } = await razorpay.api.get<typeof query, { payment_links?: Link[] }>({
    url: '/payment_links',
    data: query,
  });
  return payment_links ?? [];
}

/** By its own id, or by the one of the payment that was made on it. */
async function linkOf(razorpay: Razorpay, reference: string): Promise<Link | null> {
  try {
    if (reference.startsWith('pay_')) return (await linksBy(razorpay, { payment_id: reference }))[0] ?? null;
    return await razorpay.api.get<object, Link>({ url: `/payment_links/${encodeURIComponent(reference)}` });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isPaid = ({ status }: { status: string }) => status === 'captured' || status === 'refunded';
const paidIn = (link: Link | null) => link?.payments?.find(isPaid);

async function read(razorpay: Razorpay, reference: string): Promise<PaymentState | null> {
  const link = await linkOf(razorpay, reference);
  if (!link) return null;
  const paid = paidIn(link);
  const payment = paid ? await razorpay.api.get<object, Payment>({ url: `/payments/${paid.payment_id}` }) : null;
  const isClosed = link.status === 'cancelled' || link.status === 'expired';
  return {
    reference: link.id,
    key: link.reference_id || null,
    // A declined card may be followed by another one as long as the page is open.
    status: payment ? 'succeeded' : isClosed ? 'cancelled' : 'pending',
    amount: payment?.amount ?? link.amount,
    currency: payment?.currency ?? link.currency,
    failure_code: null,
    fee: payment?.fee ? { amount: payment.fee, currency: payment.base_currency ?? payment.currency } : null,
    method: null,
    refunds: payment ? [...(await refundsOf(razorpay, payment)), ...(await disputesOf(razorpay, payment))] : [],
  };
}

async function refundsOf(razorpay: Razorpay, { id }: Payment): Promise<RefundState[]> {
  const { items } = await razorpay.api.get<object, Items<Refund>>({
    url: `/payments/${id}/refunds`,
    data: { count: PER_PAGE },
  });
  return items.map(refundState);
}

function refundState({ id, amount, status, notes }: Refund): RefundState {
  return {
    reference: id,
    // Without notes it is an empty list.
    key: (Array.isArray(notes) ? undefined : notes.key) ?? null,
    kind: 'refund',
    amount,
    status: status === 'failed' ? 'failed' : status === 'processed' ? 'succeeded' : 'pending',
  };
}

/** Razorpay lists disputes of all payments, newest first. */
async function disputesOf(razorpay: Razorpay, { id, created_at }: Payment): Promise<RefundState[]> {
  const own: Dispute[] = [];
  for (let skip = 0; ; skip += PER_PAGE) {
    const { items } = await razorpay.disputes.all({ count: PER_PAGE, skip });
    own.push(...items.filter(({ payment_id }) => payment_id === id));
    if (items.length < PER_PAGE || items.some((dispute) => dispute.created_at < created_at)) break;
  }
  return (
    own
      // A question of the bank takes no money.
      .filter(({ phase }) => phase !== 'retrieval' && phase !== 'fraud')
      .map((dispute) => ({
        reference: dispute.id,
        key: null,
        kind: 'chargeback' as const,
        amount: dispute.amount,
        status:
          dispute.status === 'won'
            ? ('failed' as const)
            : dispute.status === 'lost'
              ? ('succeeded' as const)
              : ('pending' as const),
      }))
  );
}

type EventBody = {
  event?: string;
  created_at?: number;
  payload?: {
    payment_link?: { entity?: { id?: string } };
    payment?: { entity?: { id?: string } };
    refund?: { entity?: { payment_id?: string } };
    dispute?: { entity?: { payment_id?: string } };
  };
};

function readEvent(secret: string, body: string, headers: Headers) {
  const refused = (cause?: unknown) =>
    new AppError(400, 'malformed', 'This message is not signed by the payment service.', { cause });
  const right = createHmac('sha256', secret).update(body).digest();
  const signature = Buffer.from(headers.get('x-razorpay-signature') ?? '', 'hex');
  if (!secret || signature.length !== right.length || !timingSafeEqual(signature, right)) throw refused();
  let event: EventBody;
  try {
    event = JSON.parse(body) as EventBody;
  } catch (error) {
    throw refused(error);
  }
  if (!(Math.abs(Date.now() - (event.created_at ?? 0) * 1000) < OLDEST_EVENT_MS)) throw refused();
  const { payment_link, payment, refund, dispute } = event.payload ?? {};
  return {
    // The header is not signed: a message sent again under another id is only read again.
    id: headers.get('x-razorpay-event-id') ?? right.toString('hex'),
    type: event.event ?? '',
    reference:
      payment_link?.entity?.id ??
      payment?.entity?.id ??
      refund?.entity?.payment_id ??
      dispute?.entity?.payment_id ??
      null,
  };
}

async function* listPaid(razorpay: Razorpay, since: Date) {
  // What is paid meanwhile would move the pages.
  const period = { from: Math.floor(since.getTime() / 1000), to: Math.floor(Date.now() / 1000) + 1 };
  for (let skip = 0; ; skip += PER_PAGE) {
    const query = { ...period, count: PER_PAGE, skip };
    const { items } = await razorpay.api.get<object, Items<Payment>>({ url: '/payments', data: query });
    for (const { id, amount, currency, created_at } of items.filter(isPaid)) {
      // A payment doesn't name the link it was made on.
      const link = await linkOf(razorpay, id);
      yield { reference: link?.id ?? id, key: link?.reference_id || null, amount, currency, at: timeOf(created_at) };
    }
    if (items.length < PER_PAGE) return;
  }
}
