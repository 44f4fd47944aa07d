import { type BrowserFeature, type ListedPart, listedPart } from '#base/shared/feature.ts';
import { contributions, dashboard } from './contributions.ts';
import { listedParts } from './listed-parts.ts';

/** What only some screens list of features; apart from the menus, which every screen of the dashboard loads. */
export const featureLists: readonly ListedPart[] = [...listedParts, listedPart(dashboard)];

/** All that browsers read of features. */
export const allFeatures = (): (BrowserFeature & ListedPart)[] =>
  contributions.map((feature) => ({ ...featureLists.find(({ name }) => name === feature.name), ...feature }));
