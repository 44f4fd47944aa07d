/** ISO 3166-1 alpha-2 codes; names come from `Intl.DisplayNames`. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

/** Every country as a select option, in the collation of the reader's language. */
export function countryOptions(locale: string): { id: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const collator = new Intl.Collator(locale);
  return CODES.map((id) => ({ id, label: names.of(id) ?? id })).sort((a, b) => collator.compare(a.label, b.label));
}

/** A country's name; anything else is returned unchanged. */
export function countryName(code: string | undefined, locale: string): string {
  if (!code || !/^[A-Z]{2}$/.test(code)) return code ?? '';
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}

/** The country of a browser's languages, as the first guess of an address. */
export function guessedCountry(languages: readonly string[]): string {
  const regions = languages.map((language) => /-([A-Z]{2})\b/.exec(language)?.[1]);
  return regions.find((region) => region && CODES.includes(region)) ?? '';
}

/** Whether a text is a country code. */
export function isCountry(code: string): boolean {
  return CODES.includes(code);
}

export type Address = { street?: string; postcode?: string; city?: string; region?: string; country?: string };

/** An address as lines, those that are empty left out; the country by its name in the reader's language. */
export function addressLines({ street, postcode, city, region, country }: Address, locale: string): string[] {
  const town = [postcode, city].filter(Boolean).join(' ');
  return [street, town, region, countryName(country, locale)].filter((line): line is string => Boolean(line));
}
