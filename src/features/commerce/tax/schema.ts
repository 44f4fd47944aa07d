export const taxClasses = ['standard', 'reduced', 'exempt', 'zero'] as const;
/** Which rate of a country applies to a product. */
export type TaxClass = (typeof taxClasses)[number];

/** Why a line has the tax it has: at a rate, at none, owed by the buyer, sent abroad, or a matter of no tax here. */
export const taxCategories = ['standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'export', 'outside'] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** What the tax of an order comes to at one rate; `tax` in the smallest unit, `rate` in percent. */
export type TaxLine = { name: string; rate: number; category: TaxCategory; tax: number };

/** Whether the prices of a shop include tax, exclude it, or there is none. */
export type TaxTerms = 'included' | 'excluded' | 'none';
