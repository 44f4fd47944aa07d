/** What few people ever see of the dashboard, in one file: each by itself would be named in the frame with all it loads. */
export { MfaNotice } from './mfa-notice.tsx';
export { NotAllowed } from './not-allowed.tsx';
