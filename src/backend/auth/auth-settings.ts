/** A provider of `external`; `clientId` first ours, then further audiences an ID token of an app may carry. */
export type ProviderSettings = {
  enabled?: boolean;
  clientId: readonly string[] | string;
  secret: string;
  /** The provider's own address instead of the public one: a tenant of Azure, a GitHub Enterprise, a test. */
  url?: string;
  /** Where the provider sends people back to; default `{api}/callback` of the asked host. */
  redirectUri?: string;
  /** true: an ID token is taken without comparing nonces. */
  skipNonceCheck?: boolean;
  /** true: a person without an e-mail address may sign up. */
  emailOptional?: boolean;
  /** Apple’s key: secrets are signed with it, each for some minutes, and `secret` is not used. Ours. */
  signingKey?: { teamId: string; keyId: string; privateKey: string };
  /** false: no address the provider names counts as verified, whatever it says. Ours. */
  vouchesForEmail?: boolean;
};

export const providerNames = ['google', 'github', 'apple', 'azure', 'facebook'] as const;
export type ProviderName = (typeof providerNames)[number];

/**
 * What an operator may set. Each is named after GoTrue's variable of it (`mailerAutoconfirm`: GOTRUE_MAILER_AUTOCONFIRM)
 * and means the same. Durations are in seconds; 0 switches a limit off.
 */
export type AuthSettings = {
  /** The site people are sent to where nothing else is asked for and allowed. */
  siteUrl: string;
  /** Further addresses people may be sent to, as globs over the whole address: `*` stops at `.` and `/`, `**` does not. */
  uriAllowList: readonly string[];
  /** API_EXTERNAL_URL: where this service is reached, `/auth/v1` included. */
  apiExternalUrl: string;
  /** true: nobody but an administrator makes a user. */
  disableSignup: boolean;
  /** Lifetime of an access token. */
  jwtExp: number;

  externalEmailEnabled: boolean;
  /** Needs `sendSms` or codes of `smsTestOtp`. */
  externalPhoneEnabled: boolean;
  externalAnonymousUsersEnabled: boolean;
  external: Partial<Record<ProviderName, ProviderSettings>>;

  /** true: an address counts as confirmed at sign-up, which answers with a session. */
  mailerAutoconfirm: boolean;
  /** true: the old and the new mailbox both confirm a change of address. */
  mailerSecureEmailChangeEnabled: boolean;
  /** How long a mailed link or code holds. */
  mailerOtpExp: number;
  /** How long a mailed code holds where that is shorter than its link; 0: as long. Ours; the published service has none. */
  mailerCodeExp: number;
  /** 6 to 10 digits. */
  mailerOtpLength: number;
  /** The shortest time between two mails to one address. */
  smtpMaxFrequency: number;

  smsAutoconfirm: boolean;
  smsOtpExp: number;
  /** 6 to 10 digits. */
  smsOtpLength: number;
  /** The shortest time between two texts to one number. */
  smsMaxFrequency: number;
  /**
   * true: nobody signs in by a texted code alone: `/otp` takes no number. Ours; the published service has no such setting.
   */
  phoneNeedsPassword: boolean;
  /** `{{ .Code }}` stands for the code. */
  smsTemplate: string;
  /** Numbers (digits alone) that get no text: the code is the one given here. */
  smsTestOtp: Readonly<Record<string, string>>;

  /** In characters. */
  passwordMinLength: number;
  /** Each string is a set of characters of which at least one must occur. */
  passwordRequiredCharacters: readonly string[];
  /** true: passwords of the list of common ones are refused. The list is ours; nothing is asked of anybody. */
  passwordHibpEnabled: boolean;

  securityManualLinkingEnabled: boolean;
  /** true: a new password needs a mailed or texted nonce once the session is older than a day. */
  securityUpdatePasswordRequireReauthentication: boolean;
  /**
   * true: password, address, number, factors, passkeys and identities change only for whoever shows again who they are,
   * however new the session is. Ours; the published service has no such setting.
   */
  sensitiveChangesNeedProof: boolean;
  /**
   * true: a mailed or texted link or code is taken only in the scope it was asked for in (`scopeOf`), and those of a
   * recovery only where a new password is chosen (`recovery`). Ours; the published service takes them on every host.
   */
  bindsOneTimeTokens: boolean;
  /** How long a refresh token may be used again after its first use. */
  securityRefreshTokenReuseInterval: number;

  /** The longest life of a session. */
  sessionsTimebox: number;
  /** How long a session lives without a refresh. */
  sessionsInactivityTimeout: number;
  /**
   * true: a sign-in ends the session whose refresh token comes along in `x-former-session`, which a browser sends of the one
   * it is about to replace. Ours; the published service has no such setting.
   */
  sessionsEndFormer: boolean;
  /** true: a sign-in ends the sessions before it, at their next refresh. */
  sessionsSinglePerUser: boolean;

  mfaMaxEnrolledFactors: number;
  mfaMaxVerifiedFactors: number;
  mfaChallengeExpiryDuration: number;
  /** A factor that was never verified is forgotten after this. */
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
   * true: who has a second factor makes recovery codes, and one of them stands in for any factor, once. Ours; the published
   * service has no such setting.
   */
  mfaRecoveryCodesEnabled: boolean;
  /** true: people rename their own factors. Ours; the published service lets administrators alone. */
  mfaRenameEnabled: boolean;

  passkeyEnabled: boolean;
  passkeyMaxPasskeysPerUser: number;
  /**
   * true: a passkey counts only where the authenticator has verified the person (by PIN, finger or face), since it stands
   * for both factors. Ours; the published service has no such setting.
   */
  passkeyUserVerificationRequired: boolean;
  /** The domain security keys and passkeys are bound to; empty: the host that was asked. */
  webauthnRpId: string;
  webauthnRpDisplayName: string;
  /** The pages that may ask for them; empty: the site of the asked host. */
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
