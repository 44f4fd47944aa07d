import { z } from 'zod';
import type { VatState } from '#base/shared/vat-number.ts';
import { couponName } from '#features/commerce/coupons/rules.ts';
import type { CartCoupon } from '#features/commerce/coupons/schema.ts';
import { paymentProviders } from '#features/commerce/payments/rules.ts';
import type { Frequency, Price, PriceKind, ProductType } from '#features/commerce/products/schema.ts';
import type { TaxCategory, TaxLine } from '#features/commerce/tax/schema.ts';
import type { Refund } from './refunds/schema.ts';

/** Which price of a product was chosen, and what follows what is due with the order. */
export type ChosenPrice = Pick<
  Price,
  'id' | 'kind' | 'label' | 'cycles' | 'trial_days' | 'setup_fee' | 'minimum_amount'
> & {
  /** What each later payment comes to; null where none follows. */
  renewal_amount: number | null;
};

/** A line of the cart in local storage. `id` is the product's; `amount` is due now for one, in the smallest unit. */
export type CartItem = {
  id: string;
  title: string;
  image: string | null;
  quantity: number;
  type: string;
  amount: number;
  currency: string;
  frequency: Frequency | null;
  /** Missing in a cart from before a product could have several prices. */
  price?: ChosenPrice | undefined;
};

export type Cart = { cartItems: CartItem[]; coupon: CartCoupon | null };

const line = (limit: number) => z.string().trim().max(limit, `Use at most ${limit} characters.`);

export const addressShape = z.object({
  /** Empty where nothing is to be paid. */
  country: z
    .string()
    .regex(/^(?:[A-Z]{2})?$/, 'Choose a country.')
    .default(''),
  /** The state or province, as ISO 3166-2 has it after the country, where the country has them in its addresses. */
  region: z
    .string()
    .regex(/^[A-Z0-9]{0,3}$/)
    .default(''),
  company: line(120).default(''),
  street: line(200).default(''),
  postcode: line(20).default(''),
  city: line(120).default(''),
  vat_number: line(30).default(''),
});
export type BillingAddress = z.infer<typeof addressShape>;

export const orderLines = z
  .array(
    z.object({
      product_id: z.uuid(),
      quantity: z.number().int().min(1).max(99),
      /** Without it the first price of the product. */
      price_id: z.uuid().optional(),
      /** What the buyer chose to pay for one piece, where the price lets them. */
      amount: z.number().int().min(0).max(1e12).optional(),
      /** False orders a price with a trial without it. */
      trial: z.boolean().optional(),
    }),
  )
  .min(1, 'The cart is empty.')
  .max(50, 'An order can have at most 50 lines.');
const couponField = z.string().regex(couponName, 'There is no such coupon.').nullish();
const currencyField = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .optional();

/** The body of POST /api/orders/quote: what an order would come to, with its tax. */
export const quoteShape = z.object({
  items: orderLines,
  coupon: couponField,
  currency: currencyField,
  billing_address: addressShape.pick({ country: true, region: true, vat_number: true }),
});
export type QuoteRequest = z.input<typeof quoteShape>;

/** Its response; amounts in the smallest unit. */
export type OrderQuote = {
  currency: string;
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  prices_include_tax: boolean;
  tax_reason: string;
  taxes: TaxLine[];
  vat: VatState;
};

/** The body of POST /api/orders/checkout. It has no prices: the server sets them. */
export const checkoutShape = z.object({
  items: orderLines,
  coupon: couponField,
  customer: z.object({ name: line(120).min(1, 'Enter your name.') }),
  billing_address: addressShape,
  idempotency_key: z.string().min(8).max(100),
  /** Every line is in it; without it in the site's own currency, else in one that all are sold in. */
  currency: currencyField,
  provider: z.enum(paymentProviders).default('offline'),
  locale: z.string().max(10).optional(),
  /** The buyer accepts the terms of the site; required once of everybody who has not. */
  accepts: z.boolean().default(false),
  /** Visits by links of affiliates, as the browser remembers them; what is none of them is no reason to refuse an order. */
  referrals: z.array(z.uuid()).max(20).catch([]).default([]),
  /** The total the buyer was shown, in the smallest unit: an order that would come to another one is rejected. */
  shown: z.object({ total: z.number().int().min(0), currency: z.string().length(3) }).optional(),
});
export type CheckoutRequest = z.input<typeof checkoutShape>;

/** The body of POST /api/orders/guest: who buys without choosing a password. */
export const guestShape = z.object({
  email: z.email('Enter an e-mail address.').max(320),
  name: line(120).min(1, 'Enter your name.'),
  locale: z.string().max(10).optional(),
});

export const orderStatuses = ['pending', 'paid', 'disputed', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The mails a buyer gets about an order, one for each status. */
export const mailKinds = ['placed', 'paid', 'cancelled', 'refunded'] as const;
export type MailKind = (typeof mailKinds)[number];

export type OrderItem = {
  id: string;
  product_id: string | null;
  title: string;
  type: ProductType;
  quantity: number;
  amount: number;
  frequency: Frequency | null;
  price_kind: PriceKind;
  renewal_amount: number | null;
  cycles: number | null;
  trial_days: number;
  setup_fee: number;
  position: number;
  /** The part of the order's discount that this line got. */
  discount: number;
  /** Of the whole line after its discount; contained in its amount where the prices of the order include tax. */
  tax: number;
  /** Percent. */
  tax_rate: number;
  tax_category: TaxCategory;
  /** `VAT`, `GST`… */
  tax_name: string;
  refunded_quantity: number;
  /** What refunds of this line came to. */
  refunded: number;
};

export type Order = {
  account_id: string;
  id: string;
  number: number;
  user_id: string | null;
  member_id: string | null;
  email: string;
  customer_name: string;
  billing_address: Partial<BillingAddress>;
  coupon: string | null;
  status: OrderStatus;
  provider: string;
  instructions: string;
  locale: string;
  currency: string;
  subtotal: number;
  discount: number;
  tax: number;
  prices_include_tax: boolean;
  /** The country whose tax it is; null where no tax was computed. */
  tax_country: string | null;
  total: number;
  /** What of the total is paid by credit of the buyer. */
  credit: number;
  /** What was given back so far, of the total. */
  refunded: number;
  placed_at: string;
  paid_at: string | null;
  closed_at: string | null;
  order_items: OrderItem[];
  refunds: Refund[];
};

/** The response of POST /api/orders/checkout. */
export type PlacedOrder = Pick<
  Order,
  'id' | 'number' | 'status' | 'currency' | 'subtotal' | 'discount' | 'tax' | 'total' | 'instructions'
>;
