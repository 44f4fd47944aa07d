import { generateSecret, generateURI, verify } from 'otplib';
import { renderSVG } from 'uqr';

const PERIOD_SECONDS = 30;

export type TotpSecret = { secret: string; uri: string; qr_code: string };

/** A new authenticator app key: as text, as `otpauth:` URL, and as QR code (SVG). */
export function newTotpSecret(issuer: string, label: string): TotpSecret {
  const secret = generateSecret();
  const uri = generateURI({ issuer, label, secret });
  return { secret, uri, qr_code: renderSVG(uri, { ecc: 'H', pixelSize: 4 }) };
}

/**
 * The time step (RFC 6238: 30 seconds each) of a valid code, at most one to either side of now and later than `lastStep`;
 * undefined for a wrong code and for one used before.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  lastStep: number | null,
  nowSeconds = Math.floor(Date.now() / 1_000),
): Promise<number | undefined> {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const options = { secret, token: code, period: PERIOD_SECONDS, epoch: nowSeconds, epochTolerance: PERIOD_SECONDS };
  const result = await verify(options);
  if (!result.valid || !('timeStep' in result)) return undefined;
  return lastStep === null || result.timeStep > lastStep ? result.timeStep : undefined;
}
