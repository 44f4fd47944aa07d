/** The token claims that decide how a person is present (RFC 8693, `act`; RFC 8176, `amr` with its timestamps). */
export type SessionClaims = {
  /** Someone is impersonating this person. */
  isImpersonated: boolean;
  /** When the person signed in here; undefined where the token does not say. */
  signedInAt: string | undefined;
};

export function sessionClaimsOf(token: string | undefined): SessionClaims {
  const claims = token?.split('.')[1];
  if (!claims) return { isImpersonated: false, signedInAt: undefined };
  const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
  const { act, amr } = JSON.parse(text) as { act?: object; amr?: { timestamp?: number }[] };
  // A later authentication method, such as a second factor, does not make the device newer.
  const moments = (amr ?? []).flatMap(({ timestamp }) => timestamp ?? []);
  return {
    isImpersonated: act !== undefined,
    signedInAt: moments.length > 0 ? new Date(Math.min(...moments) * 1000).toISOString() : undefined,
  };
}
