import { Outlet } from 'react-router';
import { EventCatalogueContext } from '#base/browser/event-catalogue.ts';
import { eventCatalogue } from '#features/events.ts';

/** Gives screens that offer events those of all features. */
export default function EventCatalogueLayout() {
  return (
    <EventCatalogueContext value={eventCatalogue}>
      <Outlet />
    </EventCatalogueContext>
  );
}
