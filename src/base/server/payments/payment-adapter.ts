/**
 * The one contract between the product and whoever moves money. What the platform asks of its customers and what a
 * shop asks of its buyers go through it alike. Sums are integers in the currency's smallest unit; times are ISO 8601.
 *
 * A service is told what to begin, and asked what is true: no state is ever taken from a message itself.
 */
export type PaymentAdapter = {
  readonly provider: 'stripe';
  /** Who pays, made once for a `key` of ours; answers the service's name for them. */
  ensureCustomer(payer: { key: string; email: string; name?: string }): Promise<string>;
  /** Begins a payment at the service; answers where the payer goes. The same `idempotencyKey` begins it once. */
  beginCheckout(request: CheckoutRequest): Promise<{ url: string; reference: string }>;
  /** Another price for a subscription that runs, at once; what was paid already is counted, a change that waits is forgotten. */
  changeSubscription(reference: string, price: Price, metadata: Record<string, string>): Promise<void>;
  /** The same once what is paid for is used up: until then nothing changes. A second wish takes the place of the first. */
  changeAtPeriodEnd(reference: string, price: Price, metadata: Record<string, string>): Promise<void>;
  /** Ends a subscription with its period, or takes that back; a change that waits is forgotten. */
  setCancellation(reference: string, isCancelled: boolean): Promise<void>;
  /** Ends a subscription now: another way of paying took its place. What is left of its period is credited to the payer there. */
  endSubscription(reference: string): Promise<void>;
  /** Where the payer changes how they pay. */
  payerPage(customer: string, returnUrl: string): Promise<string>;
  /** What is true of a subscription now; null where the service knows none. */
  readSubscription(reference: string): Promise<SubscriptionState | null>;
  /** What is true of a single payment now; null while it is not paid. */
  readPayment(reference: string): Promise<SubscriptionState | null>;
  /**
   * A signed message of the service: which subscription or payment to ask about, or null where it concerns neither.
   * @throws {AppError} 400 `malformed` where the signature is not the service's or too old.
   */
  readMessage(body: string, headers: Headers): Promise<PaymentMessage>;
};

export type Price = {
  /** The service's own price, else one is found or made by what follows. */
  price_id: string | null;
  name: string;
  currency: string;
  amount: number;
  period: 'monthly' | 'annual' | 'onetime';
};

export type CheckoutRequest = {
  customer: string;
  price: Price;
  /** Nothing is asked before this; null to begin at once. */
  trialEnd: string | null;
  /** Comes back with every state: whose payment it is. */
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
};

export type PaymentMessage = { id: string; subscription: string | null; payment: string | null };

export type InvoiceState = {
  reference: string;
  number: string;
  currency: string;
  amount: number;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  url: string | null;
  period_start: string;
  period_end: string | null;
  issued_at: string;
  due_at: string;
  paid_at: string | null;
};

export type SubscriptionState = {
  provider: 'stripe';
  reference: string;
  customer: string;
  status: 'trialing' | 'active' | 'past_due' | 'ended';
  metadata: Record<string, string>;
  currency: string;
  amount: number;
  period: Price['period'];
  /** When it was begun at the service: invoices before are of something else. */
  started_at: string;
  trial_ends_at: string | null;
  period_start: string;
  period_end: string | null;
  cancel_at_period_end: boolean;
  card: { brand: string; last4: string; exp_month: number; exp_year: number } | null;
  /** What begins with the next period, where that is something else. */
  next: { metadata: Record<string, string>; period: Price['period'] } | null;
  /** How often the newest invoice was tried in vain. */
  attempts: number;
  invoices: InvoiceState[];
};
