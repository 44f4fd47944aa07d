import { createContext } from 'react-router';
import type { Db } from './db-client.ts';

/** The account of the host that was asked, as everyone may know it. */
export type SiteAccount = {
  account_id: string;
  slug: string;
  domain: string | null;
  is_platform: boolean;
  features: string[];
};

/** What every screen knows about where it stands. Plain JSON: it travels to the browser. */
export type Site = {
  account: SiteAccount;
  /** e.g. `https://demo.stoa.example`, of the host that was asked. */
  origin: string;
  base_domain: string;
  locale: string;
  direction: 'ltr' | 'rtl';
  /** The reader's own (IANA), where their browser has told it. */
  time_zone?: string;
  /** It stands on the platform's host in the dress of its account, whose files and pages are elsewhere: at `origin`. */
  isElsewhere?: true;
  /** Every text is said with marks, to see which are not translated (PSEUDO_LANGUAGE). */
  isPseudo?: true;
  /** Texts can be sent: an owner may offer the telephone for signing in. */
  canText?: true;
  /** Where the wire services answer and the key everyone may use. */
  backend: { url: string; anon_key: string };
  /** The stylesheet of visitors and the script that wakes islands, with their hashes. */
  assets: { site_script: string };
};

/** Where a page of this site may load files from at any time; an empty one is none. */
export function ownOrigins({ origin, backend }: Pick<Site, 'origin' | 'backend'>): string[] {
  return [origin, URL.parse(backend.url)?.origin ?? ''];
}

/** Read by loaders: `context.get(siteContext)`. */
export const siteContext = createContext<Site>();
/** Read by loaders: the wire client of the request, with a visitor's rights on cached pages. */
export const dbContext = createContext<Db>();
/** Read by loaders whose `meta` says words: a text in the page's language by `namespace:key`. */
export const wordsContext = createContext<(key: string) => string>((key) => key);
/** The nonce of this answer's inline scripts; empty on pages whose scripts are allowed by hash. */
export const nonceContext = createContext<string>();
/** Origins of the scripts an account names, which the security policy of its pages allows. */
export const scriptOriginsContext = createContext<readonly string[]>([]);

/** Reports a failure of this request; what it is known by stands in the log and in the answer. */
export const failureContext = createContext<(error: unknown) => void>();

/** Options that are not saved yet, by key: set where the page is a preview for who manages the site. */
export const draftContext = createContext<Record<string, unknown> | null>(null);

/**
 * What a route says of itself in `export const handle`.
 * `isPublic`: the same HTML for every visitor, cached, without a framework in the browser.
 * `queryKeys`: the query keys that change what is rendered; all others are ignored.
 * `isBare`: without header and footer.
 * `isSecret`: for whoever holds the link alone: never kept, never found by search engines.
 * `isDressed`: on the platform's host it is shown as of the account that a signed `school` of its address names.
 * `addressOf`: what search engines are told of its address, from what its loader answered.
 * `handsOver`: what it reads at its opening stands in its document, for who asks.
 * `isDrawn`: the server draws it for who asks, and the browser then draws the same: it depends on no width and no storage.
 * `isFor`: for whom it is; nobody else is answered with 200.
 */
export type RouteHandle = {
  isPublic?: boolean;
  queryKeys?: readonly string[];
  isBare?: boolean;
  isSecret?: boolean;
  isDressed?: boolean;
  handsOver?: boolean;
  isDrawn?: boolean;
  addressOf?: (loaderData: never) => PageAddress;
  isFor?: (pathname: string, who: Access) => boolean;
};

/** Who stands before an address: a member of the account, or on the platform's host an owner or one who runs it. */
export type Access = {
  kind: 'member' | 'owner' | 'superAdmin';
  /** What their role allows. */
  caps: readonly string[];
  /** What the account has switched on. */
  features: readonly string[];
};

/**
 * `path`: its own address with the query that belongs to it, where that is not simply what was asked. `canonical`: the
 * address of what this is a copy of. `isHidden`: not to be found.
 */
export type PageAddress = { path?: string; canonical?: string; isHidden?: boolean };
