/** Who sells, as invoices name them. */
export type Seller = {
  legal_name: string;
  street: string;
  postcode: string;
  city: string;
  region: string;
  /** ISO 3166-1, or empty where the owner did not say. */
  country: string;
  vat_number: string;
  registration_number: string;
  email: string;
  phone: string;
  bank: string;
};

/** Who sells, and how its tax is computed; a row of `seller_details`. */
export type TaxSeller = Seller & {
  collects_tax: boolean;
  prices_include_tax: boolean;
  is_below_eu_threshold: boolean;
};

/** What the table has where nothing is entered. */
export const unsavedSeller: TaxSeller = {
  legal_name: '',
  street: '',
  postcode: '',
  city: '',
  region: '',
  country: '',
  vat_number: '',
  registration_number: '',
  email: '',
  phone: '',
  bank: '',
  collects_tax: false,
  prices_include_tax: false,
  is_below_eu_threshold: true,
};

/** In one country or state, or for the one-stop shop of the EU. */
export type RegistrationScheme = 'local' | 'one_stop_shop';

export type Registration = { id: string; country: string; region: string; scheme: RegistrationScheme; number: string };
export type RegistrationDraft = Omit<Registration, 'id'>;
