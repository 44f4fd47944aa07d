import { createContext, type ReactNode, useContext } from 'react';

/**
 * What it takes to get into a course, as whoever sells it says. `price` is ready to be read ("€69"), `note` what
 * stands beside it ("once, yours to keep"), `frequency` how often it is due, `action` the buttons.
 */
export type CourseOffer = { price: string; note?: string; frequency?: string; action: ReactNode };

/** By course id. Filled by a layout above the catalogue's routes; a course without one is open by its own `access`. */
export const CourseOffers = createContext<Pick<ReadonlyMap<string, CourseOffer>, 'get'>>(new Map());

export function useCourseOffer(courseId: string): CourseOffer | undefined {
  return useContext(CourseOffers).get(courseId);
}
