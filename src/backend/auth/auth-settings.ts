/** A provider of `external`; `clientId` is ours first, then further audiences accepted in an app's ID token. */
export type ProviderSettings = {
  enabled?: boolean;
  clientId: readonly string[] | string;
  secret: string;
  /** The provider's base URL instead of the public one: an Azure tenant, a GitHub Enterprise, a test. */
  url?: string;
  /** The redirect URI; default `{api}/callback` of the requested host. */
  redirectUri?: string;
  /** true: ID tokens are accepted without comparing nonces. */
  skipNonceCheck?: boolean;
  /** true: a user without an e-mail address may sign up. */
  emailOptional?: boolean;
  /** Apple's key: client secrets are signed with it, each valid for minutes, and `secret` is not used. Our addition. */
  signingKey?: { teamId: string; keyId: string; privateKey: string };
  /** false: none of the provider's addresses counts as verified. Our addition. */
  vouchesForEmail?: boolean;
};

export const providerNames = ['google', 'github', 'apple', 'azure', 'facebook'] as const;
export type ProviderName = (typeof providerNames)[number];

/**
 * The operator's settings. Each is named after GoTrue's variable (`mailerAutoconfirm`: GOTRUE_MAILER_AUTOCONFIRM) and
 * means the same. Durations are in seconds; 0 switches a limit off.
 */
export type AuthSettings = {
  /** The redirect target where no other is requested and allowed. */
  siteUrl: string;
  /** Further allowed redirect targets, as globs over the full URL: `*` stops at `.` and `/`, `**` does not. */
  uriAllowList: readonly string[];
  /** API_EXTERNAL_URL: base URL of this service, including `/auth/v1`. */
  apiExternalUrl: string;
  /** true: only an administrator creates users. */
  disableSignup: boolean;
  /** Lifetime of an access token. */
  jwtExp: number;

  externalEmailEnabled: boolean;
  /** Needs `sendSms` or codes of `smsTestOtp`. */
  externalPhoneEnabled: boolean;
  externalAnonymousUsersEnabled: boolean;
  external: Partial<Record<ProviderName, ProviderSettings>>;

  /** true: an address counts as confirmed at sign-up, which returns a session. */
  mailerAutoconfirm: boolean;
  /** true: an address change must be confirmed from both mailboxes. */
  mailerSecureEmailChangeEnabled: boolean;
  /** Lifetime of a mailed link or code. */
  mailerOtpExp: number;
  /** Lifetime of a mailed code where it is shorter than its link's; 0: the same. Our addition. */
  mailerCodeExp: number;
  /** 6 to 10 digits. */
  mailerOtpLength: number;
  /** Minimum time between two mails to one address. */
  smtpMaxFrequency: number;

  smsAutoconfirm: boolean;
  smsOtpExp: number;
  /** 6 to 10 digits. */
  smsOtpLength: number;
  /** Minimum time between two texts to one number. */
  smsMaxFrequency: number;
  /**
   * true: `/otp` accepts no number, so a texted code alone signs nobody in. Our addition.
   */
  phoneNeedsPassword: boolean;
  /** `{{ .Code }}` is replaced by the code. */
  smsTemplate: string;
  /** Fixed codes by number (digits only), which get no text. */
  smsTestOtp: Readonly<Record<string, string>>;

  /** In characters. */
  passwordMinLength: number;
  /** Each string is a set of characters of which at least one must occur. */
  passwordRequiredCharacters: readonly string[];
  /** true: common passwords are rejected, by a list of our own: nothing is sent to a third party. */
  passwordHibpEnabled: boolean;

  securityManualLinkingEnabled: boolean;
  /** true: a new password needs a mailed or texted nonce once the session is older than a day. */
  securityUpdatePasswordRequireReauthentication: boolean;
  /**
   * true: password, address, number, factors, passkeys and identities can only be changed after a fresh proof of
   * presence, however new the session is. Our addition.
   */
  sensitiveChangesNeedProof: boolean;
  /**
   * true: a mailed or texted link or code is accepted only in the scope it was requested in (`scopeOf`), and a recovery's
   * only on the page where a new password is chosen (`recovery`). Our addition; published: accepted on every host.
   */
  bindsOneTimeTokens: boolean;
  /** Grace period in which a used refresh token may be used again. */
  securityRefreshTokenReuseInterval: number;

  /** Maximum lifetime of a session. */
  sessionsTimebox: number;
  /** Maximum time between two refreshes of a session. */
  sessionsInactivityTimeout: number;
  /**
   * true: a sign-in ends the session whose refresh token is sent in `x-former-session`, the one the browser is about to
   * replace. Our addition.
   */
  sessionsEndFormer: boolean;
  /** true: a sign-in ends the user's earlier sessions, at their next refresh. */
  sessionsSinglePerUser: boolean;

  mfaMaxEnrolledFactors: number;
  mfaMaxVerifiedFactors: number;
  mfaChallengeExpiryDuration: number;
  /** A factor that was never verified is deleted after this. */
  mfaFactorExpiryDuration: number;
  mfaTotpEnrollEnabled: boolean;
  mfaTotpVerifyEnabled: boolean;
  mfaPhoneEnrollEnabled: boolean;
  mfaPhoneVerifyEnabled: boolean;
  mfaPhoneOtpLength: number;
  mfaPhoneMaxFrequency: number;
  mfaWebAuthnEnrollEnabled: boolean;
  mfaWebAuthnVerifyEnabled: boolean;
  /**
   * true: users with a second factor can create recovery codes, each of which replaces any factor once. Our addition.
   */
  mfaRecoveryCodesEnabled: boolean;
  /** true: users rename their own factors. Our addition; published: only administrators can. */
  mfaRenameEnabled: boolean;

  passkeyEnabled: boolean;
  passkeyMaxPasskeysPerUser: number;
  /**
   * true: a passkey counts only where the authenticator has verified the user (by PIN, finger or face), since it replaces
   * both factors. Our addition.
   */
  passkeyUserVerificationRequired: boolean;
  /** The domain security keys and passkeys are bound to; empty: the requested host. */
  webauthnRpId: string;
  webauthnRpDisplayName: string;
  /** Origins allowed to use them; empty: the requested site. */
  webauthnRpOrigins: readonly string[];
  webauthnChallengeExpiryDuration: number;
};

export const defaultSettings: AuthSettings = {
  siteUrl: 'http://localhost:3000',
  uriAllowList: [],
  apiExternalUrl: '',
  disableSignup: false,
  jwtExp: 3_600,
  externalEmailEnabled: true,
  externalPhoneEnabled: false,
  externalAnonymousUsersEnabled: false,
  external: {},
  mailerAutoconfirm: false,
  mailerSecureEmailChangeEnabled: true,
  mailerOtpExp: 3_600,
  mailerCodeExp: 0,
  mailerOtpLength: 6,
  smtpMaxFrequency: 0,
  smsAutoconfirm: false,
  smsOtpExp: 300,
  smsOtpLength: 6,
  smsMaxFrequency: 60,
  phoneNeedsPassword: false,
  smsTemplate: 'Your code is {{ .Code }}',
  smsTestOtp: {},
  passwordMinLength: 8,
  passwordRequiredCharacters: [],
  passwordHibpEnabled: true,
  securityManualLinkingEnabled: false,
  securityUpdatePasswordRequireReauthentication: false,
  sensitiveChangesNeedProof: false,
  bindsOneTimeTokens: false,
  securityRefreshTokenReuseInterval: 10,
  sessionsTimebox: 0,
  sessionsInactivityTimeout: 0,
  sessionsEndFormer: false,
  sessionsSinglePerUser: false,
  mfaMaxEnrolledFactors: 10,
  mfaMaxVerifiedFactors: 10,
  mfaChallengeExpiryDuration: 300,
  mfaFactorExpiryDuration: 300,
  mfaTotpEnrollEnabled: true,
  mfaTotpVerifyEnabled: true,
  mfaPhoneEnrollEnabled: false,
  mfaPhoneVerifyEnabled: false,
  mfaPhoneOtpLength: 6,
  mfaPhoneMaxFrequency: 60,
  mfaWebAuthnEnrollEnabled: false,
  mfaWebAuthnVerifyEnabled: false,
  mfaRecoveryCodesEnabled: false,
  mfaRenameEnabled: false,
  passkeyEnabled: false,
  passkeyMaxPasskeysPerUser: 10,
  passkeyUserVerificationRequired: false,
  webauthnRpId: '',
  webauthnRpDisplayName: '',
  webauthnRpOrigins: [],
  webauthnChallengeExpiryDuration: 300,
};
