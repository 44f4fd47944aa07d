import { checkVAT, countries } from 'jsvat-next';

/**
 * What is known of a buyer's VAT number: `confirmed` by the register, `unknown` to it, `malformed`, `unavailable` where the
 * register gave no answer, `unchecked` where none is needed or there is no register.
 */
export type VatState = 'confirmed' | 'unknown' | 'malformed' | 'unavailable' | 'unchecked';

/** A VAT number as registers have it: without the spaces, dots and dashes people write. `private.plain_vat_number` does the same. */
export function plainVatNumber(text: string): string {
  return text.replace(/[^0-9A-Za-z+*]/g, '').toUpperCase();
}

/** Where a VAT number is written in one way alone; elsewhere people have tax numbers of other kinds too. */
const KNOWN = new Set('AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

/** Whether a country's VAT numbers have a format that is known here: those of the EU and the UK. */
export function knowsVatFormat(country: string): boolean {
  return KNOWN.has(country);
}

/** Whether a text is a VAT number of a country by its format and check digit. */
export function isVatNumber(text: string, country: string): boolean {
  const { isValid, country: of } = checkVAT(plainVatNumber(text), countries);
  return isValid && of?.isoCode.short === country;
}
