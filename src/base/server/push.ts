import webPush from 'web-push';
import type { Environment } from './environment.ts';
import type { PushKeys } from './push-keys.ts';
import { safePost } from './safe-fetch.ts';

/** What a browser gave us to be told by: the address of its push service and two keys, base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/**
 * How a push ended: `delivered` to the push service; `gone`, the browser wants no more (404, 410) or its address is none;
 * `refused` for good, for `reason`; `later`, to be tried again.
 */
export type PushOutcome = { state: 'delivered' | 'gone' | 'refused' | 'later'; reason: string };

export type PushSender = {
  /** @param payload at most some 3,900 bytes of UTF-8. Never rejects for what the push service answers. */
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
};

/** How long a push service keeps what it can't deliver: what is older than a day stands in the list. */
const KEPT_SECONDS = 86_400;

/** Who is behind the pushes, as push services want it: the site of the platform, or without one whoever sends its mails. */
export function pushSubject(environment: Pick<Environment, 'BASE_DOMAIN' | 'MAIL_FROM'>): string {
  const { BASE_DOMAIN: domain, MAIL_FROM: from } = environment;
  if (domain !== 'localhost') return `https://${domain}`;
  return `mailto:${from.match(/<([^>]+)>/)?.[1] ?? from}`;
}

/**
 * Sends Web Push (RFC 8030), encrypted for the browser alone (RFC 8291). Push services are addresses others name, so
 * they are reached as webhooks are: on the open internet, without redirects.
 */
export function createPushSender(options: {
  keys: PushKeys;
  subject: string;
  mayReach?: (address: string) => boolean;
}): PushSender {
  const { keys, subject, mayReach } = options;
  return {
    send: async (target, payload) => {
      const request = encryptFor(target, payload);
      if (!request) return { state: 'gone', reason: 'bad_keys' };
      const response = await safePost(request.endpoint, request.headers, request.body, { mayReach });
      return outcomeOf(response);
    },
  };

  function encryptFor(target: PushTarget, payload: string) {
    try {
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        Buffer.from(payload),
        {
          vapidDetails: { subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
          TTL: KEPT_SECONDS,
          urgency: 'normal',
          contentEncoding: 'aes128gcm',
        },
      );
      const named = Object.entries(headers)
        .filter(([name]) => name.toLowerCase() !== 'content-length')
        .map(([name, value]) => [name.toLowerCase(), String(value)]);
      return { endpoint, headers: Object.fromEntries(named) as Record<string, string>, body };
    } catch {
      // A key that is no point of the curve, or an address that is none: nobody can ever be reached by it.
      return null;
    }
  }
}

const HOPELESS: readonly (string | null)[] = ['private_address', 'not_https'];

function outcomeOf({ status, problem }: { status: number | null; problem: string | null }): PushOutcome {
  const reason = status === null ? String(problem) : String(status);
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', reason };
  if (status === 404 || status === 410 || HOPELESS.includes(problem)) return { state: 'gone', reason };
  if (status === null || status === 429 || status >= 500) return { state: 'later', reason };
  return { state: 'refused', reason };
}
