import { isVatNumber, knowsVatFormat } from '#base/shared/vat-number.ts';
import { hasTaxByRegion } from '../rules.ts';
import type { RegistrationDraft, TaxSeller } from './schema.ts';

/** How sales to consumers in other EU countries are taxed. */
export const euSales = ['below', 'one_stop_shop', 'above'] as const;
export type EuSales = (typeof euSales)[number];

/** What the guide asks of an owner who begins. */
export type TaxAnswers = {
  country: string;
  region: string;
  isRegistered: boolean;
  number: string;
  includesTax: boolean;
  eu: EuSales;
};

/** Whether shoppers of a country are used to prices with tax in them; in North America it comes on top. */
export const isUsedToIncluded = (country: string): boolean => country !== 'US' && country !== 'CA';

/** Whether a number may stand beside a country: where its VAT numbers have one format it has that, elsewhere anything does. */
export function mayBeNumberOf(number: string, country: string): boolean {
  return number.trim() === '' || !knowsVatFormat(country) || isVatNumber(number, country);
}

/** Whether a registration there is one in a state: sales tax is a matter of the states. */
export const needsRegion = (country: string): boolean => country === 'US';

/** The registrations that follow from the answers of the guide. */
export function registrationsOf(answers: TaxAnswers, isInEu: boolean): RegistrationDraft[] {
  const { country, isRegistered, eu } = answers;
  if (!isRegistered) return [];
  const region = needsRegion(country) ? answers.region : '';
  const local: RegistrationDraft = { country, region, scheme: 'local', number: answers.number.trim() };
  if (!isInEu || eu !== 'one_stop_shop') return [local];
  return [local, { country, region: '', scheme: 'one_stop_shop', number: '' }];
}

/** The part of the seller that follows from the answers: tax is collected where there is a registration to collect it for. */
export function sellerOf(answers: TaxAnswers, isInEu: boolean): Partial<TaxSeller> {
  const { country, region, isRegistered, number, includesTax, eu } = answers;
  return {
    country,
    ...(hasTaxByRegion(country) ? { region } : {}),
    ...(isRegistered && number.trim() && knowsVatFormat(country) ? { vat_number: number.trim() } : {}),
    collects_tax: isRegistered,
    prices_include_tax: includesTax,
    is_below_eu_threshold: !isInEu || eu !== 'above',
  };
}

/** What the law asks of a seller on every invoice. A number of the tax office does for a VAT number. */
export type MissingDetail = 'legal_name' | 'street' | 'postcode' | 'city' | 'country' | 'vat_number';

/** What the details of a seller still lack. */
export function missingDetails(seller: Partial<TaxSeller> | null): MissingDetail[] {
  const required = ['legal_name', 'street', 'postcode', 'city', 'country'] as const;
  const missing: MissingDetail[] = required.filter((name) => !seller?.[name]?.trim());
  if (!seller?.vat_number?.trim() && !seller?.registration_number?.trim()) missing.push('vat_number');
  return missing;
}
