import { createContext } from 'react-router';
import type { Db } from './db-client.ts';

/** The public data of the account of the request's host. */
export type SiteAccount = {
  account_id: string;
  slug: string;
  domain: string | null;
  is_platform: boolean;
  features: string[];
};

/** The site context of every screen. Plain JSON: it is sent to the browser. */
export type Site = {
  /** Milliseconds the clock of business decisions is ahead of real time; absent where it is not. */
  clock_offset?: number;
  account: SiteAccount;
  /** e.g. `https://demo.stoa.example`, the origin of the request's host. */
  origin: string;
  base_domain: string;
  locale: string;
  direction: 'ltr' | 'rtl';
  /** The reader's time zone (IANA), where their browser has sent it. */
  time_zone?: string;
  /**
   * Shown on the platform's host with the branding of its account, whose files and pages are elsewhere: at `origin`.
   */
  isElsewhere?: true;
  /** Every text is pseudo-localized, to find missing translations (PSEUDO_LANGUAGE). */
  isPseudo?: true;
  /** Text messages can be sent: an owner may enable sign-in by phone. */
  canText?: true;
  /** URL of the backend services and the public API key. */
  backend: { url: string; anon_key: string };
  /** The public pages' stylesheet and island script, with content hashes. */
  assets: { site_script: string };
};

/** Origins this site's pages may load files from without consent; an empty one is none. */
export function ownOrigins({ origin, backend }: Pick<Site, 'origin' | 'backend'>): string[] {
  return [origin, URL.parse(backend.url)?.origin ?? ''];
}

/** Read by loaders: `context.get(siteContext)`. */
export const siteContext = createContext<Site>();
/** Read by loaders: the request's db client, with a visitor's rights on cached pages. */
export const dbContext = createContext<Db>();
/** Read by loaders whose `meta` has texts: translates `namespace:key` to the page's language. */
export const wordsContext = createContext<(key: string) => string>((key) => key);
/** The CSP nonce of this response's inline scripts; empty on pages whose scripts are allowed by hash. */
export const nonceContext = createContext<string>();
/** Origins of an account's custom scripts, allowed by the CSP of its pages. */
export const scriptOriginsContext = createContext<readonly string[]>([]);

/** Reports an error of this request; its id is in the log and in the response. */
export const failureContext = createContext<(error: unknown) => void>();

/** Unsaved options, by key: set where the page is a preview for a site manager. */
export const draftContext = createContext<Record<string, unknown> | null>(null);

/**
 * Options of a route, in `export const handle`.
 * `isPublic`: the same HTML for every visitor, cached, without a framework in the browser.
 * `queryKeys`: the query parameters that change the page; all others are ignored.
 * `isBare`: without header and footer.
 * `isSecret`: for holders of the link only: never cached, never indexed.
 * `isDressed`: on the platform's host it has the branding of the account that a signed `school` parameter names.
 * `addressOf`: its canonical URL for search engines, from its loader data.
 * `handsOver`: its first queries are dehydrated into the document, for the caller.
 * `isDrawn`: the server renders it for the caller, and hydration matches: it depends on no width and no storage.
 * `isFor`: who may see it; nobody else gets a 200.
 * `isGuarded`: who may see it follows from the menus and the screens of features.
 */
export type RouteHandle = {
  isPublic?: boolean;
  queryKeys?: readonly string[];
  isBare?: boolean;
  isSecret?: boolean;
  isBranded?: boolean;
  dehydrates?: boolean;
  isServerRendered?: boolean;
  addressOf?: (loaderData: never) => PageAddress;
  isGuarded?: boolean;
  isFor?: (pathname: string, who: Access) => boolean;
};

/** The caller of a route: a member of the account, or on the platform's host an owner or operator. */
export type Access = {
  kind: 'member' | 'owner' | 'superAdmin';
  /** The capabilities of their role. */
  caps: readonly string[];
  /** The account's enabled features. */
  features: readonly string[];
};

/**
 * `path`: its own path and significant query, where they differ from the request. `canonical`: the canonical URL.
 * `isHidden`: noindex.
 */
export type PageAddress = { path?: string; canonical?: string; isHidden?: boolean };
