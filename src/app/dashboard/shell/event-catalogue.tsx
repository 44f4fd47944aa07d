import { Outlet } from 'react-router';
import { EventCatalogueContext } from '#base/browser/event-catalogue.ts';
import { FeaturesContext } from '#base/browser/features.ts';
import { eventCatalogue } from '#features/events.ts';
import { contributions } from '../menus/contributions.ts';

/** Gives screens that offer events those of all features, and their tabs what features bring. */
export default function EventCatalogueLayout() {
  return (
    <FeaturesContext value={contributions}>
      <EventCatalogueContext value={eventCatalogue}>
        <Outlet />
      </EventCatalogueContext>
    </FeaturesContext>
  );
}
