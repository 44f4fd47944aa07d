/** The header in which a browser sends the refresh token of the session that a sign-in replaces. */
export const FORMER_SESSION = 'x-former-session';
