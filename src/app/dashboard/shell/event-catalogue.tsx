import { Outlet } from 'react-router';
import { EventCatalogueContext } from '#base/browser/event-catalogue.ts';
import { FeaturesContext } from '#base/browser/features.ts';
import { eventCatalogue } from '#features/events.ts';
import { allFeatures } from '../menus/feature-lists.ts';

const features = allFeatures();

/** Gives screens that offer events those of all features, and their tabs what features bring. */
export default function EventCatalogueLayout() {
  return (
    <FeaturesContext value={features}>
      <EventCatalogueContext value={eventCatalogue}>
        <Outlet />
      </EventCatalogueContext>
    </FeaturesContext>
  );
}
