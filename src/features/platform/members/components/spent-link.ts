import { paths } from '#paths';

/** Page for a used or expired link: it says so and offers to mail another. */
export const spentLinkPath = () => `${paths.resetPassword()}?error_code=otp_expired`;
