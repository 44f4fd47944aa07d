import { type BrowserFeature, type ListedPart, listedPart } from '#base/shared/feature.ts';
import { features } from '#features/features.ts';
import { contributions, dashboard } from './contributions.ts';

/** What only some screens list of features; apart from the menus, which every screen of the dashboard loads. */
export const featureLists: readonly ListedPart[] = [...features, dashboard].map(listedPart);

/** All that browsers read of features. */
export const allFeatures = (): (BrowserFeature & ListedPart)[] =>
  contributions.map((feature, at) => ({ ...featureLists[at], ...feature }));
