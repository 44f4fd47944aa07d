/**
 * An error in the form the official client reads (GoTrue's published error codes): `status` is HTTP's, `code` the
 * machine-readable word, `message` the sentence for a person.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: string;
  readonly reasons?: readonly string[];
  readonly headers?: Record<string, string>;
  /** Further members of the response body. */
  readonly body?: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { reasons?: readonly string[]; headers?: Record<string, string>; body?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.reasons = extra.reasons;
    this.headers = extra.headers;
    this.body = extra.body;
  }
}

export const authErrors = {
  validation: (message: string, status = 400) => new AuthError(status, 'validation_failed', message),
  badJson: () => new AuthError(400, 'bad_json', 'Could not parse request body as JSON'),
  notFound: () => new AuthError(404, 'not_found', 'There is nothing at this address.'),
  noAuthorization: () => new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badJwt: (detail: string) => new AuthError(403, 'bad_jwt', detail),
  impersonation: () => new AuthError(403, 'acting', 'You can’t do this while impersonating somebody.'),
  notAdmin: () => new AuthError(403, 'not_admin', 'User not allowed'),
  sessionNotFound: () => new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  userNotFound: () => new AuthError(404, 'user_not_found', 'User not found'),
  userBanned: () => new AuthError(400, 'user_banned', 'User is banned'),
  invalidCredentials: () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials'),
  emailNotConfirmed: () => new AuthError(400, 'email_not_confirmed', 'Email not confirmed'),
  userAlreadyExists: () => new AuthError(422, 'user_already_exists', 'User already registered'),
  emailExists: () => new AuthError(422, 'email_exists', 'A user with this email address has already been registered'),
  samePassword: () => new AuthError(422, 'same_password', 'New password should be different from the old password.'),
  weakPassword: (message: string, reasons: readonly string[]) =>
    new AuthError(422, 'weak_password', message, { reasons }),
  otpExpired: (message = 'Token has expired or is invalid') => new AuthError(403, 'otp_expired', message),
  linkExpired: () => authErrors.otpExpired('Email link is invalid or has expired'),
  refreshTokenNotFound: () =>
    new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenUsed: () => new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  sessionExpired: (reason = '') =>
    new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${reason && ` (${reason})`}`),
  signupDisabled: () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  overRequestLimit: (seconds: number) =>
    new AuthError(429, 'over_request_rate_limit', `Too many requests. Try again in ${seconds} seconds.`, {
      headers: { 'retry-after': String(seconds) },
    }),
  phoneNotConfirmed: () => new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed'),
  phoneExists: () => new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  phoneDisabled: (message: string) => new AuthError(400, 'phone_provider_disabled', message),
  emailDisabled: (message: string) => new AuthError(400, 'email_provider_disabled', message),
  anonymousDisabled: () => new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  samlDisabled: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  web3Disabled: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  manualLinkingDisabled: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  factorNotFound: (message = 'Factor not found') => new AuthError(404, 'mfa_factor_not_found', message),
  insufficientAal: (status: number, message: string) => new AuthError(status, 'insufficient_aal', message),
  verificationFailed: (message: string) => new AuthError(422, 'mfa_verification_failed', message),
  challengeExpired: (id: string) =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  badOAuthState: (message: string) => new AuthError(400, 'bad_oauth_state', message),
  badOAuthCallback: (message: string) => new AuthError(400, 'bad_oauth_callback', message),
  overSmsLimit: (seconds: number) =>
    new AuthError(
      429,
      'over_sms_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
      { headers: { 'retry-after': String(seconds) } },
    ),
  noTextsToCountry: () =>
    new AuthError(422, 'sms_country_off', 'Texts are not sent to numbers of this country. Use an e-mail address.'),
  textsUsedUp: (seconds: number) =>
    new AuthError(429, 'sms_used_up', 'No more texts are sent today. Try again tomorrow, or use an e-mail address.', {
      headers: { 'retry-after': String(seconds) },
    }),
  overEmailLimit: (seconds: number) =>
    new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
      { headers: { 'retry-after': String(seconds) } },
    ),
};

const API_VERSION = '2024-01-01';

/** The response body: `{code, message}` since API version 2024-01-01, `{code: status, error_code, msg}` before it. */
export function authErrorResponse(error: AuthError, request: Request): Response {
  const version = request.headers.get('x-supabase-api-version') ?? '';
  const weak = error.reasons ? { weak_password: { reasons: error.reasons } } : {};
  const isDated = version >= API_VERSION && /^\d{4}-\d{2}-\d{2}$/.test(version);
  const body = isDated
    ? { code: error.code, message: error.message, ...weak, ...error.body }
    : { code: error.status, error_code: error.code, msg: error.message, ...weak, ...error.body };
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-sb-error-code': error.code,
      ...(isDated ? { 'x-supabase-api-version': API_VERSION } : {}),
      ...error.headers,
    },
  });
}
