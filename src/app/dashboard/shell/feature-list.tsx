import { Outlet } from 'react-router';
import { FeaturesContext } from '#base/browser/features.ts';
import { allFeatures } from '../menus/feature-lists.ts';

const features = allFeatures();

/** Gives screens that list what features bring all of them. */
export default function FeatureListLayout() {
  return (
    <FeaturesContext value={features}>
      <Outlet />
    </FeaturesContext>
  );
}
