import type { TaxCategory, TaxClass } from '../schema.ts';

/** The rates of a place as they are published, in percent; `reduced` is null where nothing is reduced. */
export type PublishedRate = {
  country: string;
  region: string;
  standard: number;
  reduced: number | null;
  name: string;
  /** The day the rates were last compared, the same for all. */
  as_of: string;
  is_in_eu: boolean;
};

/** The classes that a rate of a shop's own may be for; the others have none by their name. */
export type RateClass = Extract<TaxClass, 'standard' | 'reduced'>;

export type OwnRate = { country: string; region: string; tax_class: RateClass; rate: number; name: string };

/** What counts at a place: the known rates, and those of the shop before them. */
export type PlaceRates = {
  id: string;
  country: string;
  region: string;
  name: string;
  published: Pick<PublishedRate, 'standard' | 'reduced'> | null;
  own: { standard: number | null; reduced: number | null };
};

export type PreviewRequest = {
  country: string;
  region: string;
  is_company: boolean;
  tax_class: TaxClass;
  type: 'digital' | 'physical';
  amount: number;
};

/** Why a buyer pays the tax they pay: the reasons of `private.place_of_supply`. */
export type TaxReason =
  | 'not_collected'
  | 'country_missing'
  | 'region_missing'
  | 'home'
  | 'not_registered'
  | 'reverse_charge'
  | 'one_stop_shop'
  | 'registered'
  | 'below_threshold'
  | 'above_threshold';

/** What a buyer would pay; amounts in the smallest unit. */
export type TaxPreview = {
  treatment: 'taxed' | 'reverse_charge' | 'outside';
  tax_country: string | null;
  tax_region: string;
  reason: TaxReason;
  category: TaxCategory;
  rate: number;
  name: string;
  tax: number;
  total: number;
  prices_include_tax: boolean;
};
