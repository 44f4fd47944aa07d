const NAMES_AN_ACCOUNT = /:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Which room a client's channel name means on a host; `scope` is the account of that host, null where it has none. */
export type TopicOf = (scope: string | null, name: string, isPrivate: boolean) => string;

/**
 * A short name gets the account of the host that was asked: one name on two hosts is two rooms. A private name that
 * ends in an id is taken as written, for the policies to decide; a public one, which no policy guards, is not.
 */
export const scopedTopic: TopicOf = (scope, name, isPrivate) => {
  if (scope === null || name.endsWith(`:${scope}`)) return name;
  return isPrivate && NAMES_AN_ACCOUNT.test(name) ? name : `${name}:${scope}`;
};

/** A public and a private channel of one name never hear each other. */
export function roomKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}
