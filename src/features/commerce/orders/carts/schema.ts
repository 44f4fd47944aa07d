import { z } from 'zod';
import { couponName } from '#features/commerce/coupons/rules.ts';
import { orderLines } from '../schema.ts';

/** The body of POST /api/carts: a shopper who asks to be reminded. */
export const cartShape = z.object({
  items: orderLines,
  coupon: z.string().regex(couponName).nullish(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  email: z.email('Enter an e-mail address.').max(320),
  name: z.string().trim().max(120).default(''),
  locale: z.string().max(10).optional(),
});
export type CartRequest = z.input<typeof cartShape>;

export const cartToken = z.object({ token: z.uuid() });

export const cartStatuses = ['open', 'reminded', 'restored', 'ordered', 'stopped'] as const;
export type CartStatus = (typeof cartStatuses)[number];

/** A line as the server kept it; `amount` is for one, in the smallest unit. */
export type CartLine = {
  product_id: string;
  price_id: string;
  title: string;
  quantity: number;
  amount: number;
  trial: boolean;
};

export type KeptCart = {
  id: string;
  email: string;
  customer_name: string;
  lines: CartLine[];
  coupon: string | null;
  currency: string;
  subtotal: number;
  changed_at: string;
  status: CartStatus;
  orders: { number: number } | null;
};
