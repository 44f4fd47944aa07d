/** Fonts a certificate may be set in. */
export const fontIds = ['sans', 'newsreader', 'fraunces', 'instrument', 'hanken', 'bricolage'] as const;
export type CertificateFont = (typeof fontIds)[number];

/** What a certificate says and looks like: frozen with each that is issued. */
export type Look = {
  language: string;
  title: string;
  /** Lines with placeholders. */
  body: string;
  signatory: string;
  /** A public file of the account's library. */
  logo: string | null;
  font: CertificateFont;
  is_landscape: boolean;
  /** #rrggbb */
  accent: string;
  valid_months: number | null;
};

export type Design = Look & { id: string; name: string; is_default: boolean };

export const certificateStates = ['valid', 'expired', 'revoked'] as const;
export type CertificateState = (typeof certificateStates)[number];

/** A certificate as it was issued. */
export type Certificate = {
  id: string;
  member_id: string;
  course_id: string | null;
  renews_id: string | null;
  holder: string;
  course: string;
  issuer: string;
  design: Look;
  achieved_at: string;
  issued_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  revoked_reason: string | null;
};

/** What anybody who has its id sees of a certificate. */
export type CheckedCertificate = Pick<Certificate, 'holder' | 'course' | 'issuer' | 'achieved_at' | 'expires_at'> & {
  language: string;
  state: CertificateState;
};
