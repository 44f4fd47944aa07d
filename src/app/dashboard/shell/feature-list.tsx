import { Outlet } from 'react-router';
import { FeaturesContext } from '#base/browser/features.ts';
import { contributions } from '../menus/contributions.ts';

/** Gives screens that list what features bring all of them. */
export default function FeatureListLayout() {
  return (
    <FeaturesContext value={contributions}>
      <Outlet />
    </FeaturesContext>
  );
}
