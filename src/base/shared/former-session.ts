/** The header in which a browser of the product names the session that a sign-in takes the place of: its refresh token. */
export const FORMER_SESSION = 'x-former-session';
