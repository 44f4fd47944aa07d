/** Fonts a certificate may be set in, with their names as fonts, and as packages where the PDF finds them. */
export const certificateFonts = {
  sans: { family: 'Noto Sans', pack: 'noto-sans', css: 'var(--font-ui)' },
  newsreader: { family: 'Newsreader', pack: 'newsreader', css: '"Newsreader", "Vazirmatn", serif' },
  fraunces: { family: 'Fraunces', pack: 'fraunces', css: '"Fraunces", "Vazirmatn", serif' },
  instrument: {
    family: 'Instrument Sans',
    pack: 'instrument-sans',
    css: '"Instrument Sans", "Vazirmatn", sans-serif',
  },
  hanken: { family: 'Hanken Grotesk', pack: 'hanken-grotesk', css: '"Hanken Grotesk", "Vazirmatn", sans-serif' },
  bricolage: {
    family: 'Bricolage Grotesque',
    pack: 'bricolage-grotesque',
    css: '"Bricolage Grotesque", "Vazirmatn", sans-serif',
  },
} as const;
export type CertificateFont = keyof typeof certificateFonts;
export const fontIds = Object.keys(certificateFonts) as CertificateFont[];

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
