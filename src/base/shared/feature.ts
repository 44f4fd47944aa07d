import type { icons } from 'lucide-react';
import type { Capability } from './capabilities.ts';

export type IconName = keyof typeof icons;

/** Who may open something: the account has the feature, and the role one of the capabilities. */
export type Guard = {
  feature?: string;
  needs?: readonly Capability[];
};

/**
 * The layout of `app` a screen is rendered in, where it is not the one of its address: `dashboard` below /dashboard, `site` elsewhere.
 * `none` is for responses that are no pages.
 */
export type ScreenLayout =
  | 'none'
  | 'page-blocks'
  | 'course-offers'
  | 'builder'
  | 'course-prices'
  | 'activities'
  | 'event-catalogue'
  | 'feature-list';

export type Screen = Guard & {
  /** Address as a route pattern: `/dashboard/posts/:slug`. */
  path: string;
  /** The route module, below the feature's folder: `screens/coupon-list.tsx`. */
  file: string;
  /** Needed where a file has two addresses. */
  id?: string;
  layout?: ScreenLayout;
  /** The address above it in breadcrumbs; a screen with a menu entry of its own has none. */
  parent?: string;
  /** Its breadcrumb is `screenNames.{name}` of the feature's texts. */
  name?: string;
  /** A second address of a screen; breadcrumbs don't link to it. */
  isAlias?: true;
  /** Its position among the tabs of the screen above, or of its own. */
  tab?: number;
  /** On the platform's host alone, for those. */
  for?: 'owner' | 'superAdmin';
  /** Open to super-admins on the platform's host, too. */
  isOnPlatform?: true;
};

/** `member`, `profile`, `owner` and `superAdmin` of the specification; `create` is quick-create, `common` what everybody finds elsewhere. */
export type MenuName = 'member' | 'profile' | 'owner' | 'superAdmin' | 'create' | 'common';

export type MenuItem = Guard & {
  in: MenuName;
  /** Its label is `menuEntries.{id}` of the feature's texts. */
  id: string;
  href: string;
  icon: IconName;
  /** Hidden from roles with this capability. */
  unless?: Capability;
  /** Its screen is not built yet: hidden everywhere. */
  isOff?: true;
};

/**
 * An entry of "All settings". Its label is that of its screen (`screenNames.{name}`), or of its area; its description is
 * `settingTexts.{id}`, further words it is searched by are `settingWords.{id}`.
 */
export type Setting = { id: string; area: string; href: string; name?: string };

/** Rows that are found by their exact name: who guesses misses often, and is stopped. */
export type GuardedLookup = { table: string; maxMisses: number; seconds: number };

/**
 * What a feature brings, as data: it runs in browsers, on the server and in the build of the routes, so it imports paths,
 * types and rules. Parts with code are found by their file names (`server.ts`, `seed.ts`, `records.ts`, …).
 */
export type Feature = {
  /** The name of its folder and the namespace of its texts. */
  name: string;
  screens?: readonly Screen[];
  menus?: readonly MenuItem[];
  /** Addresses below its screens that need more than their menu entry does. */
  guards?: readonly (Guard & { href: string })[];
  settings?: readonly Setting[];
  /** Scopes of API keys: `coupons:read`. Their labels are `apiScopes.coupons_read`, … of the feature’s texts. */
  scopes?: readonly string[];
  /** Kinds of notifications it sends. */
  notifications?: readonly string[];
  lookups?: readonly GuardedLookup[];
};

/** What every screen of the dashboard reads of a screen and of a feature: menus, breadcrumbs and tabs. */
export type BrowserScreen = Omit<Screen, 'file' | 'id' | 'layout'>;
export type BrowserFeature = Pick<Feature, 'name' | 'menus' | 'guards'> & { screens?: readonly BrowserScreen[] };
/** What only some screens list of a feature. */
export type ListedPart = Pick<Feature, 'name' | 'settings' | 'scopes' | 'notifications'>;

/** Dashboard screens alone: nothing in a browser asks about the others. */
export function browserPart({ name, menus, guards, screens }: Feature): BrowserFeature {
  return {
    name,
    menus,
    guards,
    screens: screens
      ?.filter(({ path }) => path.startsWith('/dashboard'))
      .map(({ file: _file, id: _id, layout: _layout, ...screen }) => screen),
  };
}

export function listedPart({ name, settings, scopes, notifications }: Feature): ListedPart {
  return { name, settings, scopes, notifications };
}

export function defineFeature(feature: Feature): Feature {
  return feature;
}
