import { type ListedPart, listedPart } from '#base/shared/feature.ts';
import { features } from '#features/features.ts';

/** What only some screens list of each feature; the build for browsers writes it as data. */
export const listedParts: readonly ListedPart[] = features.map(listedPart);
