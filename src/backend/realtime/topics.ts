const NAMES_AN_ACCOUNT = /:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Maps a client's channel name on a host to its topic; `scope` is the account of that host, null where it has none. */
export type TopicOf = (scope: string | null, name: string, isPrivate: boolean) => string;

/**
 * Appends the account of the requested host to a short name: one name on two hosts is two topics. A private name that
 * ends in an id is taken as written, for the policies to decide; a public one, which no policy guards, is not.
 */
export const scopedTopic: TopicOf = (scope, name, isPrivate) => {
  if (scope === null || name.endsWith(`:${scope}`)) return name;
  return isPrivate && NAMES_AN_ACCOUNT.test(name) ? name : `${name}:${scope}`;
};

/** A public and a private channel of one name are separate topics. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}
