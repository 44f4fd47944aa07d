import { createContext, type ReactNode, useContext } from 'react';

/**
 * The offer for a course, provided by the shop. `price` is formatted ("€69"), `note` is shown beside it
 * ("once, yours to keep"), `frequency` is how often it is due,
 * `regular` the price outside of a sale, `action` the buttons.
 */
export type CourseOffer = {
  price: string;
  regular?: ReactNode;
  note?: string;
  frequency?: string;
  action?: ReactNode;
};

/** `arePending` while the prices are loaded. */
type Offers = Pick<ReadonlyMap<string, CourseOffer>, 'get'> & { arePending?: boolean | undefined };

/** Offers by course id. Provided by a layout above the catalogue's routes; a course without one is open by its own `access`. */
export const CourseOffers = createContext<Offers>(new Map());

export function useCourseOffer(courseId: string): CourseOffer | undefined {
  return useContext(CourseOffers).get(courseId);
}

export function useAreOffersPending(): boolean {
  return useContext(CourseOffers).arePending ?? false;
}
