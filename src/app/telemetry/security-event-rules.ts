import type { Change, SecurityRejection } from '#base/server/security-events.ts';

export type SecurityEvent =
  | SecurityRejection
  | 'sign_in_failed'
  | 'second_factor_failed'
  | 'passkey_failed'
  | 'proof_failed'
  | 'api_key_refused'
  | 'token_refused'
  | 'access_refused'
  | 'limit_reached'
  | 'request_failed';

export type Outcome = { path: string; status: number; code: string | undefined; isForged: boolean };

/** Error codes of the auth service, by what was tried. */
const eventsOfCodes: Readonly<Record<string, SecurityEvent>> = {
  invalid_credentials: 'sign_in_failed',
  user_banned: 'sign_in_failed',
  email_not_confirmed: 'sign_in_failed',
  phone_not_confirmed: 'sign_in_failed',
  bad_code_verifier: 'sign_in_failed',
  bad_oauth_state: 'sign_in_failed',
  bad_oauth_callback: 'sign_in_failed',
  flow_state_not_found: 'sign_in_failed',
  flow_state_expired: 'sign_in_failed',
  otp_expired: 'code_refused',
  reauthentication_not_valid: 'proof_failed',
  mfa_verification_failed: 'second_factor_failed',
  mfa_verification_rejected: 'second_factor_failed',
  mfa_challenge_expired: 'second_factor_failed',
  mfa_ip_address_mismatch: 'second_factor_failed',
  webauthn_verification_failed: 'passkey_failed',
  webauthn_challenge_not_found: 'passkey_failed',
  webauthn_challenge_expired: 'passkey_failed',
  refresh_token_not_found: 'token_refused',
  refresh_token_already_used: 'token_refused',
  session_expired: 'token_refused',
  session_not_found: 'token_refused',
  bad_jwt: 'token_refused',
};

const AUTH = /^\/auth\/v1\//;
const REST = /^\/rest\/v1\//;
const SIGNED_FILE = /^\/storage\/v1\/(?:object|render\/image|upload\/resumable)\/(?:upload\/)?sign(?:\/|$)/;
const STORAGE = /^\/storage\/v1\//;
/** What succeeded at the data service and an operator has to be able to look up, by the function that was called. */
const changesOfCalls: Readonly<Record<string, Change>> = {
  end_sessions_of_person: 'sessions_ended',
  end_all_sessions: 'sessions_ended',
  end_member_sessions: 'sessions_ended',
  take_second_steps: 'factors_changed',
};
const CALL = '/rest/v1/rpc/';

/** Whether a request is for a function of the data service: of what succeeds there, no more is looked at. */
export function isCall(url: string | undefined): boolean {
  return url?.startsWith(CALL) === true;
}

/** The change that a successful call was; undefined for all others. */
export function changeOfCall(path: string, status: number): Change | undefined {
  if (status >= 300 || !path.startsWith(CALL)) return undefined;
  const name = path.slice(CALL.length);
  return Object.hasOwn(changesOfCalls, name) ? changesOfCalls[name] : undefined;
}

/** Refusals of `private.refuse`, which the data service answers with 400 as published. */
const SQL_REFUSAL = /^(?:forbidden|acting|not_authenticated)$/;

/** Whether a response may be one that has to be written down: everything else costs this one test. */
export function isLookedAt(path: string, status: number): boolean {
  if (path === '/healthz') return false;
  if (status === 401 || status === 403 || status === 429 || status >= 500) return true;
  if (AUTH.test(path)) return status >= 300;
  // Both services answer with 400 what others would with 403, as published.
  return status === 400 && (REST.test(path) || STORAGE.test(path));
}

/** The error code of a response, as each service tells it. */
export function codeIn(answer: {
  path: string;
  status: number;
  location: string | null;
  body: string;
}): string | undefined {
  if (answer.location) return /[?#&]error_code=([a-z_]{1,60})/.exec(answer.location)?.[1];
  const body = parsed(answer.body);
  if (REST.test(answer.path)) return SQL_REFUSAL.test(String(body.details)) ? String(body.details) : short(body.code);
  const { error } = body;
  return short(typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : body.code);
}

/** What a response was a refusal of; undefined where it was none. */
export function rejectionEvent({ path, status, code, isForged }: Outcome): SecurityEvent | undefined {
  if (status >= 500) return 'request_failed';
  if (status === 429) return 'limit_reached';
  if (AUTH.test(path) && code) {
    if (code === 'invalid_credentials' && path !== '/auth/v1/token') return 'proof_failed';
    const event = Object.hasOwn(eventsOfCodes, code) ? eventsOfCodes[code] : undefined;
    if (event) return event;
  }
  if (STORAGE.test(path) && code === 'InvalidJWT')
    return SIGNED_FILE.test(path) ? 'signature_refused' : 'token_refused';
  if (STORAGE.test(path) && code === 'AccessDenied') return isForged ? 'token_refused' : 'access_refused';
  if (status === 401 && path.startsWith('/api/v1/')) return 'api_key_refused';
  if (status === 401 || status === 403) return isForged ? 'token_refused' : 'access_refused';
  return REST.test(path) && SQL_REFUSAL.test(code ?? '') ? 'access_refused' : undefined;
}

function short(code: unknown): string | undefined {
  return typeof code === 'string' || typeof code === 'number' ? String(code).slice(0, 60) : undefined;
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
