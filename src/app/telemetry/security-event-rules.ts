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

/** Error code of the auth service -> security event. */
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
/** Security-relevant changes through the data service, by the called function. */
const changesOfCalls: Readonly<Record<string, Change>> = {
  end_sessions_of_person: 'sessions_ended',
  end_all_sessions: 'sessions_ended',
  end_member_sessions: 'sessions_ended',
  take_second_steps: 'factors_changed',
};
const CALL = '/rest/v1/rpc/';

/** Whether a request calls a function of the data service. */
export function isCall(url: string | undefined): boolean {
  return url?.startsWith(CALL) === true;
}

/** The change made by a successful call; undefined for all others. */
export function changeOfCall(path: string, status: number): Change | undefined {
  if (status >= 300 || !path.startsWith(CALL)) return undefined;
  const name = path.slice(CALL.length);
  return Object.hasOwn(changesOfCalls, name) ? changesOfCalls[name] : undefined;
}

/** Errors of `private.refuse`, which the data service returns with 400 as published. */
const SQL_ERROR = /^(?:forbidden|acting|not_authenticated)$/;

/** Whether a response may have to be logged: everything else costs this one test. */
export function isLookedAt(path: string, status: number): boolean {
  if (path === '/healthz') return false;
  if (status === 401 || status === 403 || status === 429 || status >= 500) return true;
  if (AUTH.test(path)) return status >= 300;
  // Both services return 400 where others return 403, as published.
  return status === 400 && (REST.test(path) || STORAGE.test(path));
}

/** The error code of a response, in the format of each service. */
export function codeIn(response: {
  path: string;
  status: number;
  location: string | null;
  body: string;
}): string | undefined {
  if (response.location) return /[?#&]error_code=([a-z_]{1,60})/.exec(response.location)?.[1];
  const body = parsed(response.body);
  if (REST.test(response.path)) return SQL_ERROR.test(String(body.details)) ? String(body.details) : short(body.code);
  const { error } = body;
  return short(typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : body.code);
}

/** The security event of a rejected request; undefined for any other. */
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
  return REST.test(path) && SQL_ERROR.test(code ?? '') ? 'access_refused' : undefined;
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
