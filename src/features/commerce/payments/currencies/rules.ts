import { countryName } from '#base/shared/countries.ts';
import { currenciesInUse, currencyName } from '#base/shared/currencies.ts';
import type { ListPage, ListRequest } from '#base/shared/list-page.ts';
import { currencyDigits } from '#base/shared/money.ts';
import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { inOrder } from '#base/shared/sorting.ts';
import { type PaymentProvider, paymentProviders, takesCurrency } from '../rules.ts';

export type CurrencyRow = {
  id: string;
  name: string;
  digits: number;
  /** Names of countries. */
  countries: string[];
  /** Who takes it. */
  providers: PaymentProvider[];
};

/** Every currency in use, as the reader calls it. */
export function currencyRows(locale: string): CurrencyRow[] {
  const { compare } = new Intl.Collator(locale);
  return currenciesInUse().map(({ code, countries }) => ({
    id: code,
    name: currencyName(code, locale),
    digits: currencyDigits(code),
    countries: countries.map((country) => countryName(country, locale)).sort(compare),
    providers: paymentProviders.filter((provider) => takesCurrency(provider, code)),
  }));
}

type CurrencyRequest = ListRequest & {
  locale: string;
  /** That of the shop comes first, unless they are sorted. */
  own: string;
  /** Currencies that each of them takes. */
  provider: readonly PaymentProvider[];
};

/** One page of the currencies: found by code, name and country. */
export function pageOfCurrencies(all: readonly CurrencyRow[], request: CurrencyRequest): ListPage<CurrencyRow> {
  const { search = '', sort, isDescending = false, page, pageSize, locale, own, provider } = request;
  const term = normalizeSearch(search);
  const rows = all.filter(
    (row) =>
      provider.every((name) => row.providers.includes(name)) &&
      normalizeSearch([row.id, row.name, ...row.countries].join(' ')).includes(term),
  );
  const keys: Record<string, (row: CurrencyRow) => string | number> = {
    code: ({ id }) => id,
    name: ({ name }) => name,
    digits: ({ digits }) => digits,
  };
  const key = keys[sort ?? ''];
  const sorted = key
    ? inOrder(rows, key, isDescending, locale)
    : [...rows.filter(({ id }) => id === own), ...rows.filter(({ id }) => id !== own)];
  return { rows: sorted.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
}
