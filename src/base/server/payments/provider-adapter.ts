/**
 * The contract between a shop and the providers its buyers pay by. Amounts are integers in the currency's smallest unit as ISO 4217
 * has it; an adapter converts where its provider counts otherwise. The buyer pays on the provider's own page, so no card number ever
 * comes here. State is always read from the provider, never taken from a webhook message itself.
 *
 * Every method throws an AppError: 503 `provider_unreachable` where it is unknown whether anything happened (it may be called again
 * with the same key), 422 `payment_rejected` where the provider rejected it and nothing happened.
 */
export type ProviderAdapter = {
  readonly provider: ProviderName;
  /** Whether the provider accepts the keys, and whether they are those of its test mode. */
  check(): Promise<{ outcome: 'right' | 'wrong'; isTest: boolean }>;
  /** Begins a payment; the same `key` and facts begin it once. The buyer is sent to `url`. */
  begin(request: PaymentRequest): Promise<PaymentPage>;
  /** The payment as it is now, with its refunds; what the buyer has approved is completed first. Null where there is none. */
  read(reference: string): Promise<PaymentState | null>;
  /** Closes the page of a payment that is not paid, so that it can't be any more. Does nothing where it is paid. */
  cancel(reference: string): Promise<void>;
  /** Charges a payment method the provider keeps, without the buyer. The same `key` charges once. */
  charge(request: ChargeRequest): Promise<PaymentState>;
  /** Payment methods that are kept without a payment; null where the provider keeps none. */
  readonly methods: MethodVault | null;
  /** Gives back an amount of a payment. The same `key` refunds once. */
  refund(request: { reference: string; amount: number; currency: string; key: string }): Promise<RefundState>;
  /** Verifies a webhook: what it is about. @throws {AppError} 400 `malformed` where its signature is wrong or too old. */
  readEvent(body: string, headers: Headers): Promise<ProviderEvent>;
  /** What was paid since a time, for the nightly comparison. */
  listPaid(since: Date): AsyncIterable<PaidPayment>;
};

export const providerNames = ['stripe', 'paypal', 'razorpay'] as const;
export type ProviderName = (typeof providerNames)[number];

/** By their names in the form: `secret_key`, `webhook_secret`, … */
export type ProviderKeys = Record<string, string>;

export type PaymentRequest = {
  /** Our id of the payment: it comes back with every state. */
  key: string;
  accountId: string;
  amount: number;
  currency: string;
  description: string;
  email: string;
  locale: string;
  returnUrl: string;
  cancelUrl: string;
  /** Whether the provider keeps the payment method for later charges. */
  keepsMethod: boolean;
};

/** What a provider keeps for later charges. Its buyer enters it on the provider's own page. */
export type MethodVault = {
  /** Begins to keep a method; the same `key` begins it once. The buyer is sent to `url`. */
  begin(request: SetupRequest): Promise<PaymentPage>;
  /** What became of it; what the buyer has approved is kept first. Null where there is none. */
  read(reference: string): Promise<SetupState | null>;
  /** A kept method as it is now; null where the provider keeps it no more. */
  readMethod(reference: string): Promise<PaymentMethodState | null>;
  /** Keeps a method no longer. Does nothing where it is gone. */
  forget(reference: string): Promise<void>;
};

/** Begins the reference of an event that is about a kept method. */
export const METHOD = 'method:';

export type SetupRequest = Pick<
  PaymentRequest,
  'key' | 'accountId' | 'description' | 'email' | 'returnUrl' | 'cancelUrl'
>;

export type SetupState = { status: 'pending' | 'succeeded' | 'cancelled'; method: PaymentMethodState | null };

export type PaymentPage = { reference: string; url: string; expiresAt: string | null };

export type ChargeRequest = Pick<PaymentRequest, 'key' | 'accountId' | 'amount' | 'currency' | 'description'> & {
  method: string;
  customer: string;
  /** When it was tried first. A provider forgets a key after hours or days; from then on the charge is looked for before it is made. */
  begunAt: Date;
};

export type PaymentState = {
  reference: string;
  /** The key it was begun with; null where it was not begun by us. */
  key: string | null;
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  amount: number;
  currency: string;
  failure_code: string | null;
  /** What the provider keeps of it, where it says so; in the currency it is paid out in. */
  fee: { amount: number; currency: string } | null;
  method: PaymentMethodState | null;
  refunds: RefundState[];
};

export type PaymentMethodState = {
  reference: string;
  customer: string;
  brand: string;
  last4: string;
  exp_month: number | null;
  exp_year: number | null;
  /** Of a PayPal account. */
  email: string;
};

export type RefundState = {
  reference: string;
  key: string | null;
  /** `chargeback`: the buyer's bank took the money back; pending while it is disputed, failed where the shop has won. */
  kind: 'refund' | 'chargeback';
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
};

/** `reference`: what to `read`; null where the message is about nothing of ours. */
export type ProviderEvent = { id: string; type: string; reference: string | null };

export type PaidPayment = { reference: string; key: string | null; amount: number; currency: string; at: string };
