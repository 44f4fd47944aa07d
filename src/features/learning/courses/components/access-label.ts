import type { TFunction } from 'i18next';
import type { Course } from '../data.ts';

/** How to get into a course that no product on sale opens. */
export function accessLabel(t: TFunction<'courses'>, access: Course['access']): string {
  return t(access === 'paid' ? 'notOnSale' : `access.${access}`);
}
