import webPush from 'web-push';
import type { Environment } from './environment.ts';
import type { PushKeys } from './push-keys.ts';
import { safePost } from './safe-fetch.ts';

/** A browser's push subscription: the endpoint of its push service and two keys, base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/**
 * Result of a push: `delivered` to the push service; `gone`, unsubscribed (404, 410) or an invalid endpoint; `refused`
 * permanently, for `reason`; `later`, to be retried.
 */
export type PushOutcome = { state: 'delivered' | 'gone' | 'refused' | 'later'; reason: string };

export type PushSender = {
  /** @param payload at most some 3,900 bytes of UTF-8. Never rejects because of the push service's response. */
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
};

/** How long a push service stores an undelivered message: older notifications are in the list. */
const TTL_SECONDS = 86_400;

/** VAPID subject, the contact push services require: the platform's site, or its mail sender. */
export function pushSubject(environment: Pick<Environment, 'BASE_DOMAIN' | 'MAIL_FROM'>): string {
  const { BASE_DOMAIN: domain, MAIL_FROM: from } = environment;
  if (domain !== 'localhost') return `https://${domain}`;
  return `mailto:${from.match(/<([^>]+)>/)?.[1] ?? from}`;
}

/**
 * Sends Web Push (RFC 8030), encrypted for the browser (RFC 8291). Endpoints are client-supplied URLs, so they are
 * requested like webhooks: public addresses only, no redirects.
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
          TTL: TTL_SECONDS,
          urgency: 'normal',
          contentEncoding: 'aes128gcm',
        },
      );
      const named = Object.entries(headers)
        .filter(([name]) => name.toLowerCase() !== 'content-length')
        .map(([name, value]) => [name.toLowerCase(), String(value)]);
      return { endpoint, headers: Object.fromEntries(named) as Record<string, string>, body };
    } catch {
      // An invalid key or endpoint: a retry can never succeed.
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
