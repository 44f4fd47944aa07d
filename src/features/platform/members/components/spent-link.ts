import { paths } from '#paths';

/** Where somebody is led whose link is spent or too old: it says so and mails another. */
export const spentLinkPath = () => `${paths.resetPassword()}?error_code=otp_expired`;
