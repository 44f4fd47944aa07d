/**
 * The contract between the product and a payment service. The platform's subscriptions and a shop's orders both use it.
 * Amounts are integers in the currency's smallest unit; times are ISO 8601.
 * State is always fetched from the service, never taken from a webhook message itself.
 */
export type PaymentAdapter = {
  readonly provider: 'stripe';
  /** Creates the customer once per `key` of ours; resolves to the service's customer id. */
  ensureCustomer(payer: { key: string; email: string; name?: string }): Promise<string>;
  /** Begins a payment at the service; resolves to the checkout URL. The same `idempotencyKey` begins it once. */
  beginCheckout(request: CheckoutRequest): Promise<{ url: string; reference: string }>;
  /**
   * Changes the price of a running subscription at once; the unused part of a paid period is prorated, a scheduled
   * change is dropped.
   */
  changeSubscription(reference: string, price: Price, metadata: Record<string, string>): Promise<void>;
  /** Changes the price at the end of the paid period. A second request replaces the first. */
  changeAtPeriodEnd(reference: string, price: Price, metadata: Record<string, string>): Promise<void>;
  /** Cancels a subscription at the end of its period, or undoes that; a scheduled change is dropped. */
  setCancellation(reference: string, isCancelled: boolean): Promise<void>;
  /**
   * Ends a subscription now, because another payment method replaced it. The rest of its period is credited to the
   * customer there.
   */
  endSubscription(reference: string): Promise<void>;
  /** URL where the customer updates their payment method. */
  payerPage(customer: string, returnUrl: string): Promise<string>;
  /** Current state of a subscription; null where the service knows none. */
  readSubscription(reference: string): Promise<SubscriptionState | null>;
  /** Current state of a single payment; null while it is not paid. */
  readPayment(reference: string): Promise<SubscriptionState | null>;
  /**
   * Verifies a signed webhook: returns which subscription or payment to fetch, or null where it concerns neither.
   * @throws {AppError} 400 `malformed` where the signature is invalid or too old.
   */
  readMessage(body: string, headers: Headers): Promise<PaymentMessage>;
};

export type Price = {
  /** The service's own price; otherwise one is found or created from the following fields. */
  price_id: string | null;
  name: string;
  currency: string;
  amount: number;
  period: 'monthly' | 'annual' | 'onetime';
};

export type CheckoutRequest = {
  customer: string;
  price: Price;
  /** End of the free trial, before which nothing is charged; null to begin at once. */
  trialEnd: string | null;
  /** Metadata that comes back with every state: which payment it is. */
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
  /** When it was created at the service: earlier invoices belong to something else. */
  started_at: string;
  trial_ends_at: string | null;
  period_start: string;
  period_end: string | null;
  cancel_at_period_end: boolean;
  card: { brand: string; last4: string; exp_month: number; exp_year: number } | null;
  /** The scheduled change for the next period, if any. */
  next: { metadata: Record<string, string>; period: Price['period'] } | null;
  /** Failed attempts to collect the newest invoice. */
  attempts: number;
  invoices: InvoiceState[];
};
