import { createContext, useContext } from 'react';
import type { EventDefinition } from '#base/shared/event-catalogue.ts';

/** The events that all features record, for screens in the layout `event-catalogue`. */
export const EventCatalogueContext = createContext<readonly EventDefinition[]>([]);

export function useEventCatalogue(): readonly EventDefinition[] {
  return useContext(EventCatalogueContext);
}
