import { formatPercent } from '#base/shared/formats.ts';
import type { ListPage, ListRequest } from '#base/shared/list-page.ts';
import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { inOrder } from '#base/shared/sorting.ts';
import type { OwnRate, PlaceRates, PublishedRate } from './schema.ts';

/** The names of taxes that have one in every language; a name of the shop's own stays as it is. */
const NAMES = new Map([
  ['VAT', 'vat'],
  ['GST', 'gst'],
  ['HST', 'hst'],
  ['Sales tax', 'sales'],
  ['Consumption tax', 'consumption'],
]);

/** The key of the text of a tax's name, where it has one. */
export const taxNameKey = (name: string): string | undefined => NAMES.get(name);

/** A rate of tax as people read it, with its three digits: "8.875%". */
export const formatRate = (rate: number, locale: string): string => formatPercent(rate, locale, 3);

const placeOf = ({ country, region }: Pick<PlaceRates, 'country' | 'region'>) => `${country}-${region}`;

/** Every place with a rate: what is published, and what a shop has said of its own. */
export function ratesByPlace(published: readonly PublishedRate[], own: readonly OwnRate[]): PlaceRates[] {
  const places = new Map<string, PlaceRates>();
  for (const { country, region, standard, reduced, name } of published) {
    const id = placeOf({ country, region });
    places.set(id, {
      id,
      country,
      region,
      name,
      published: { standard, reduced },
      own: { standard: null, reduced: null },
    });
  }
  for (const { country, region, tax_class, rate, name } of own) {
    const id = placeOf({ country, region });
    const place = places.get(id) ?? {
      id,
      country,
      region,
      name,
      published: null,
      own: { standard: null, reduced: null },
    };
    places.set(id, { ...place, name, own: { ...place.own, [tax_class]: rate } });
  }
  return [...places.values()];
}

export const hasOwnRate = ({ own }: PlaceRates): boolean => own.standard !== null || own.reduced !== null;

/** What applies at a place to a class; null where there is no rate, or nothing is reduced. */
export function rateOf({ published, own }: PlaceRates, tax_class: 'standard' | 'reduced'): number | null {
  return own[tax_class] ?? published?.[tax_class] ?? null;
}

type RateList = ListRequest & { isOwn: boolean; nameOf: (place: PlaceRates) => string; locale: string };

/** One page of the places: searched by name, those with a rate of the shop's own first unless they are sorted. */
export function pageOfRates(places: readonly PlaceRates[], request: RateList): ListPage<PlaceRates> {
  const { search = '', sort, isDescending = false, page, pageSize, isOwn, nameOf, locale } = request;
  const term = normalizeSearch(search);
  const rows = places.filter(
    (place) => (!isOwn || hasOwnRate(place)) && normalizeSearch(`${nameOf(place)} ${place.country}`).includes(term),
  );
  const sorted =
    sort === 'standard'
      ? inOrder(rows, (place) => rateOf(place, 'standard'), isDescending, locale)
      : inOrder(rows, nameOf, isDescending && sort === 'place', locale);
  const ordered = sort ? sorted : [...sorted.filter(hasOwnRate), ...sorted.filter((place) => !hasOwnRate(place))];
  return { rows: ordered.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
}
