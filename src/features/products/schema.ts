import { z } from 'zod';

export const productTypes = ['course', 'membership', 'digital', 'bundle'] as const;
export const productStatuses = ['draft', 'published', 'archived'] as const;
export const periods = ['day', 'week', 'month', 'year'] as const;

export const frequencyShape = z.object({ value: z.number().int().min(1).max(999), parameter: z.enum(periods) });
export type Frequency = z.infer<typeof frequencyShape>;

export type ProductType = (typeof productTypes)[number];
export type ProductStatus = (typeof productStatuses)[number];

export type Price = {
  id: string;
  currency: string;
  /** In the currency's smallest unit. */
  amount: number;
  frequency: Frequency | null;
  is_active: boolean;
};

export type Product = {
  account_id: string;
  id: string;
  title: string;
  slug: string;
  description: string;
  image: string | null;
  type: ProductType;
  status: ProductStatus;
  course_id: string | null;
  created_at: string;
  updated_at: string;
  prices: Price[];
};
