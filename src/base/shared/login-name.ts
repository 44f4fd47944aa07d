/** What a person signs in with, as they read it: their e-mail address, else their number; empty where neither is known. */
export function loginNameOf(
  user: { email?: string | undefined; phone?: string | undefined } | null | undefined,
): string {
  return user?.email || (user?.phone ? `+${user.phone}` : '');
}
