import type { Certificate, CertificateFont, CertificateState, Look } from './schema.ts';

/** The fonts, with their names, as packages where the PDF finds them, and as stylesheets name them. */
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
} as const satisfies Record<CertificateFont, { family: string; pack: string; css: string }>;

export const MAX_REASON_LENGTH = 500;
export const MAX_MONTHS = 120;
export const placeholders = ['name', 'course', 'date', 'id'] as const;
export type PlaceholderValues = Record<(typeof placeholders)[number], string>;

/** A line as it is set. `large` is the holder or the course, alone on their line. */
export type CertificateLine = { kind: 'title' | 'large' | 'text' | 'gap' | 'signatory'; text: string };

/** The placeholders of a text filled in; braces within a value are no placeholder, and an unknown one stays as it was written. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(/\{\{\s*(name|course|date|id)\s*\}\}/g, (_, name: keyof PlaceholderValues) => values[name]);
}

/** Names within braces that stand for nothing, each once. */
export function unknownPlaceholders(text: string): string[] {
  const named = [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => !placeholders.some((one) => one === name));
}

/** What a certificate says, from the top down: the one rule behind its preview and its PDF. */
export function certificateLines(
  look: Pick<Look, 'title' | 'body' | 'signatory'>,
  values: PlaceholderValues,
): CertificateLine[] {
  const body = look.body.split('\n').map((line): CertificateLine => {
    const text = line.trim();
    if (text === '') return { kind: 'gap', text: '' };
    const isLarge = /^\{\{\s*(?:name|course)\s*\}\}$/.test(text);
    return { kind: isLarge ? 'large' : 'text', text: fillPlaceholders(text, values) };
  });
  const signatory = fillPlaceholders(look.signatory, values).trim();
  return [
    { kind: 'title', text: fillPlaceholders(look.title, values) },
    { kind: 'gap', text: '' },
    ...body,
    ...(signatory
      ? ([
          { kind: 'gap', text: '' },
          { kind: 'signatory', text: signatory },
        ] as const)
      : []),
  ];
}

/** As `private.certificate_state`: `now` is the time of the clock, in milliseconds. */
export function stateOf(
  { revoked_at, expires_at }: Pick<Certificate, 'revoked_at' | 'expires_at'>,
  now: number,
): CertificateState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'valid';
}

/** The file of a certificate; the beginning of its id tells two of one course apart. */
export const fileNameOf = ({ id }: Pick<Certificate, 'id'>) => `certificate-${id.slice(0, 8)}.pdf`;
