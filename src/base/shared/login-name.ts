/** A person's login as shown to them: their e-mail address, else their phone number; empty without either. */
export function loginNameOf(
  user: { email?: string | undefined; phone?: string | undefined } | null | undefined,
): string {
  return user?.email || (user?.phone ? `+${user.phone}` : '');
}
