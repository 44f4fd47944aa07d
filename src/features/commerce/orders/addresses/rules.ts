import { regionsOf } from '#features/commerce/tax/rules.ts';

export type AddressForm = {
  /** What the code of a place is called; null in countries without one. */
  postcode: 'postcode' | 'zip' | 'pin' | null;
  /** The states or provinces that are a part of addresses, by the letters of ISO 3166-2. */
  regions: readonly (readonly [code: string, name: string])[];
};

const WITHOUT_POSTCODE = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GD GH GM GQ GY HK KI KM KN KP LC ML MO MR MW NR NU QA RW SB SC SL SR ST SY TD TF TG TK TL TO TV UG VU YE ZW'.split(
    ' ',
  ),
);

/** How addresses of a country are written. */
export function addressFormOf(country: string): AddressForm {
  const names: Record<string, 'zip' | 'pin'> = { US: 'zip', PR: 'zip', PH: 'zip', IN: 'pin' };
  const postcode = WITHOUT_POSTCODE.has(country) ? null : (names[country] ?? 'postcode');
  return { postcode, regions: regionsOf(country) };
}
