import type { LostPicture } from '#ui/rich-text/rich-text-paste.ts';

type Message =
  | { key: 'remote' | 'lost'; values: { reason: string; host?: string } }
  | { key: 'remoteMany' | 'lostMany'; values: { count: number } };

/**
 * Messages about the pictures of one paste that could not be imported: one for those that are still remote and one for
 * those left out, with the reason where it is a single picture.
 */
export function lostPictureMessages(lost: readonly LostPicture[]): Message[] {
  const remote = lost.filter(({ src }) => hostOf(src));
  const leftOut = lost.filter(({ src }) => !hostOf(src));
  return [...messageOf(remote, 'remote'), ...messageOf(leftOut, 'lost')];
}

function messageOf(lost: readonly LostPicture[], key: 'remote' | 'lost'): Message[] {
  const [first] = lost;
  if (!first) return [];
  if (lost.length > 1) return [{ key: `${key}Many`, values: { count: lost.length } }];
  const host = hostOf(first.src);
  return [{ key, values: { reason: first.error.message, ...(host ? { host } : {}) } }];
}

const hostOf = (src: string): string | undefined => (/^https?:/i.test(src) ? URL.parse(src)?.host : undefined);
