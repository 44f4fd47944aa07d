import Stripe from 'stripe';
import { AppError } from '#base/shared/errors.ts';

const TIMEOUT_MS = 15_000;

/**
 * The official client: of the platform's own account, or of a shop's.
 * @param apiBase another base URL of the same protocol: a stand-in.
 */
export function openStripe({ secretKey, apiBase }: { secretKey: string; apiBase?: string | undefined }): Stripe {
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });
}

/**
 * Verifies a signed webhook. Its timestamp is signed too: what is older than five minutes is rejected.
 * @throws {AppError} 400 `malformed` where the signature is invalid or too old.
 */
export async function readStripeEvent(
  stripe: Stripe,
  body: string,
  headers: Headers,
  webhookSecret: string,
): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(body, headers.get('stripe-signature') ?? '', webhookSecret);
  } catch (cause) {
    throw new AppError(400, 'malformed', 'This message is not signed by the payment service.', { cause });
  }
}
