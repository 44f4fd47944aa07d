import { createContext, useContext } from 'react';
import type { BrowserFeature, ListedPart } from '#base/shared/feature.ts';
import { useAccount } from './site.tsx';

/** What all features bring, for screens that list it: scopes of API keys, tabs of an area. Given by the layouts `feature-list` and `event-catalogue`. */
export const FeaturesContext = createContext<readonly (BrowserFeature & ListedPart)[]>([]);

export function useFeatures(): readonly (BrowserFeature & ListedPart)[] {
  return useContext(FeaturesContext);
}

/**
 * The tabs of an area, of all features: its own screen and those below it that have a position, with the keys of their names. What
 * the account has not switched on has none.
 */
export function useTabsOf(area: string): { href: string; label: string; isExact: boolean }[] {
  const { features } = useAccount();
  return useFeatures()
    .flatMap(({ name: namespace, screens = [] }) => screens.map((screen) => ({ ...screen, namespace })))
    .filter(({ path, parent, tab }) => tab !== undefined && (path === area || parent === area))
    .filter(({ feature }) => feature === undefined || features.includes(feature))
    .sort((a, b) => (a.tab ?? 0) - (b.tab ?? 0))
    .map(({ path, namespace, name }) => ({
      href: path,
      label: `${namespace}:screenNames.${name}`,
      isExact: path === area,
    }));
}
