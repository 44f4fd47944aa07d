import { resources } from '#features/server-parts.ts';

/** What API keys read and write, of all features. */
export const apiResources = resources;
export const apiScopes = resources.flatMap(({ scope, writes }) => (writes ? [scope, writes.scope] : [scope]));
