import { eventCatalogue } from '#features/events.ts';

export { eventCatalogue };

/** The types of events that an account can choose for a webhook. */
export const offeredTypes = eventCatalogue.filter(({ isOffered }) => isOffered).map(({ type }) => type);
