import type { ProviderName, ProviderSettings } from './auth-settings.ts';
import { clientIdsOf, configurationOf, secretOf } from './provider-client.ts';
import { providers } from './providers.ts';

export type CredentialsCheck = 'right' | 'wrong' | 'wrong_callback' | 'unreachable';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;
const UNKNOWN_CLIENT = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'];

/**
 * Checks OAuth client credentials by redeeming an invented code: a known client gets an error about the code, an unknown
 * one about itself. Nobody is signed in and nothing is stored.
 */
export async function checkCredentials(
  name: ProviderName,
  settings: ProviderSettings,
  redirectUri: string,
): Promise<CredentialsCheck> {
  try {
    const configuration = await configurationOf({ name, settings, protocol: providers[name] });
    const response = await fetch(configuration.serverMetadata().token_endpoint ?? '', {
      method: 'POST',
      headers: { accept: 'application/json', 'user-agent': 'auth' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'a-code-that-nobody-was-handed',
        redirect_uri: redirectUri,
        client_id: clientIdsOf(settings)[0] ?? '',
        client_secret: await secretOf(settings),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, MAX_BYTES);
    return outcomeOf(response.status, JSON.parse(text));
  } catch {
    return 'unreachable';
  }
}

function outcomeOf(status: number, body: unknown): CredentialsCheck {
  const { error } = body as { error?: unknown };
  if (typeof error === 'string') {
    if (UNKNOWN_CLIENT.includes(error) || status === 401 || status === 404) return 'wrong';
    return error === 'redirect_uri_mismatch' ? 'wrong_callback' : 'right';
  }
  // Facebook reports it in a sentence.
  const { message } = (error ?? {}) as { message?: unknown };
  if (typeof message !== 'string') return 'unreachable';
  if (/client secret|validating application|app_?id/i.test(message)) return 'wrong';
  return /redirect_uri/i.test(message) ? 'wrong_callback' : 'right';
}
