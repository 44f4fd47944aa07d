import { formatPercent } from '#base/shared/formats.ts';
import type { TaxCategory, TaxLine } from '#features/commerce/tax/schema.ts';

/** The part of an order's line that its tax is told from; amounts in the smallest unit. */
export type TaxedItem = { tax: number; tax_rate: number; tax_category: TaxCategory; tax_name: string };

/** What the tax of an order comes to, one line for each rate; the highest first. */
export function taxLinesOf(items: readonly TaxedItem[]): TaxLine[] {
  const lines = new Map<string, TaxLine>();
  for (const { tax, tax_rate, tax_category, tax_name } of items) {
    const key = `${tax_category} ${tax_name} ${tax_rate}`;
    const line = lines.get(key) ?? { name: tax_name, rate: Number(tax_rate), category: tax_category, tax: 0 };
    lines.set(key, { ...line, tax: line.tax + Number(tax) });
  }
  return [...lines.values()].sort((a, b) => b.rate - a.rate).filter(isShown);
}

/** What is no matter of tax here is not mentioned. */
export function isShown({ category, name }: TaxLine): boolean {
  return category !== 'outside' && category !== 'export' && (category !== 'zero' || name !== '');
}

export type TaxTexts = (key: string, values?: Record<string, unknown>) => string;

/** The names of taxes that have one in every language; a name of the shop's own stays as it is. */
const NAMES = new Map([
  ['VAT', 'vat'],
  ['GST', 'gst'],
  ['HST', 'hst'],
  ['Sales tax', 'sales'],
  ['Consumption tax', 'consumption'],
]);

/** A tax as it stands beside its amount: `VAT 19%`, or that it is included, owed by the buyer or not due. `t` is of `orders`. */
export function taxLabel(line: TaxLine, isIncluded: boolean, locale: string, t: TaxTexts): string {
  if (line.category === 'reverse_charge') return t('tax.reverseCharge');
  if (line.category === 'exempt') return t('tax.exempt');
  const translated = NAMES.get(line.name);
  const values = {
    name: translated ? t(`tax.names.${translated}`) : line.name,
    rate: formatPercent(line.rate, locale, 3),
  };
  return t(isIncluded ? 'tax.included' : 'tax.at', values);
}
