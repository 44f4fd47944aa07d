import { createContext, useContext } from 'react';
import type { BrowserFeature } from '#base/shared/feature.ts';

/** What all features bring, for screens that list it: scopes of API keys, tabs of an area. Given by the layouts `feature-list` and `event-catalogue`. */
export const FeaturesContext = createContext<readonly BrowserFeature[]>([]);

export function useFeatures(): readonly BrowserFeature[] {
  return useContext(FeaturesContext);
}

/** The tabs of an area, of all features: its own screen and those below it that have a position, with the keys of their names. */
export function useTabsOf(area: string): { href: string; label: string; isExact: boolean }[] {
  return useFeatures()
    .flatMap(({ name: feature, screens = [] }) => screens.map((screen) => ({ ...screen, feature })))
    .filter(({ path, parent, tab }) => tab !== undefined && (path === area || parent === area))
    .sort((a, b) => (a.tab ?? 0) - (b.tab ?? 0))
    .map(({ path, feature, name }) => ({
      href: path,
      label: `${feature}:screenNames.${name}`,
      isExact: path === area,
    }));
}
