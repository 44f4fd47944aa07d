export const signInProviders = ['google', 'github', 'apple', 'azure', 'facebook'] as const;
export type SignInProvider = (typeof signInProviders)[number];

type Facts = {
  /** A brand name, not translated. */
  name: string;
  /** URL of the provider's console where credentials are created. */
  console: string;
  /** Settings it needs besides client id and secret. */
  settings: readonly ('tenant' | 'team_id' | 'key_id')[];
};

export const providerFacts: Record<SignInProvider, Facts> = {
  google: { name: 'Google', console: 'https://console.cloud.google.com/apis/credentials', settings: [] },
  github: { name: 'GitHub', console: 'https://github.com/settings/developers', settings: [] },
  apple: {
    name: 'Apple',
    console: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
    settings: ['team_id', 'key_id'],
  },
  azure: {
    name: 'Microsoft',
    console: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    settings: ['tenant'],
  },
  facebook: { name: 'Facebook', console: 'https://developers.facebook.com/apps', settings: [] },
};

export function isSignInProvider(name: unknown): name is SignInProvider {
  return (signInProviders as readonly unknown[]).includes(name);
}

/** Sorts providers in their display order; unknown names are dropped. */
export function sortProviders(names: readonly string[]): SignInProvider[] {
  return signInProviders.filter((name) => names.includes(name));
}

/** Errors of a sign-in by a provider; each has a message on the login page. */
export const signInProblems = [
  ...(['denied', 'expired', 'unverified', 'noEmail', 'banned', 'linked', 'busy', 'failed'] as const),
] as const;
export type SignInProblem = (typeof signInProblems)[number];

const problemOfCode: Record<string, SignInProblem> = {
  access_denied: 'denied',
  bad_oauth_state: 'expired',
  flow_state_not_found: 'expired',
  flow_state_expired: 'expired',
  bad_code_verifier: 'expired',
  provider_email_needs_verification: 'unverified',
  email_not_confirmed: 'unverified',
  email_address_not_provided: 'noEmail',
  user_banned: 'banned',
  identity_already_exists: 'linked',
  over_request_rate_limit: 'busy',
  over_email_send_rate_limit: 'busy',
};

/** Maps an OAuth error or a code of the auth service to a sign-in error. */
export function problemOf(codes: readonly (string | null | undefined)[]): SignInProblem {
  for (const code of codes) {
    const problem = code && Object.hasOwn(problemOfCode, code) ? problemOfCode[code] : undefined;
    if (problem) return problem;
  }
  return 'failed';
}

export function problemNamed(name: string | null): SignInProblem | null {
  return signInProblems.find((problem) => problem === name) ?? null;
}
