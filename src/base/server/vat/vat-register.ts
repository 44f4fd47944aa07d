import { z } from 'zod';

/** What a register of VAT numbers answers; `unavailable` where it gave none. */
export type VatAnswer =
  | { is: 'valid'; company: string; consultationNumber: string }
  | { is: 'invalid' }
  | { is: 'unavailable'; reason: string };

/** Whether VAT numbers exist. */
export type VatRegister = {
  /**
   * Looks up a number with its country's two letters and nothing between. `requester`: the seller's own number, for which
   * the register gives a consultation number as evidence. Never rejects.
   */
  check(number: string, requester?: string): Promise<VatAnswer>;
};

const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api';
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 65_536;

const responseShape = z.object({
  valid: z.boolean().optional(),
  requestIdentifier: z.string().nullish(),
  name: z.string().nullish(),
  actionSucceed: z.boolean().optional(),
  errorWrappers: z.array(z.object({ error: z.string() })).optional(),
});

/** Said of a number that can't be one; every other error is of the service or of the state it asks. */
const INVALID = new Set(['INVALID_INPUT', 'INVALID_VAT']);

/** The register of the EU (VIES), by its REST API. `base` names another address of the same protocol. */
export function createViesRegister(base = VIES, timeoutMs = TIMEOUT_MS): VatRegister {
  return {
    check: async (number, requester) => {
      const [countryCode, vatNumber] = partsOf(number);
      const body: Record<string, string> = { countryCode, vatNumber };
      if (requester) [body.requesterMemberStateCode = '', body.requesterNumber = ''] = partsOf(requester);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(`${base}/check-vat-number`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(body),
          // The number of a customer goes to this host and no other.
          redirect: 'error',
          signal,
        });
        const text = await response.text();
        if (text.length > MAX_BYTES) return { is: 'unavailable', reason: 'too_large' };
        return answerOf(response.status, text);
      } catch {
        return { is: 'unavailable', reason: signal.aborted ? 'timeout' : 'unreachable' };
      }
    },
  };
}

const partsOf = (number: string) => [number.slice(0, 2), number.slice(2)] as const;

function answerOf(status: number, text: string): VatAnswer {
  const parsed = responseShape.safeParse(parseJson(text));
  if (!parsed.success) return { is: 'unavailable', reason: `status_${status}` };
  const { valid, name, requestIdentifier, errorWrappers } = parsed.data;
  const [error] = errorWrappers ?? [];
  if (error) return INVALID.has(error.error) ? { is: 'invalid' } : { is: 'unavailable', reason: error.error };
  if (valid === undefined || status !== 200) return { is: 'unavailable', reason: `status_${status}` };
  if (!valid) return { is: 'invalid' };
  // States that keep names to themselves send dashes.
  const company = name && name !== '---' ? name.trim() : '';
  return { is: 'valid', company, consultationNumber: requestIdentifier ?? '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
