import { isVatNumber, knowsVatFormat, plainVatNumber, type VatState } from '#base/shared/vat-number.ts';
import type { ApiTools } from '../api.ts';

export type VatTools = Pick<ApiTools, 'database' | 'vatRegister'>;

/** The part of a billing address that decides about a reverse charge. */
export type VatAddress = { country: string; vat_number: string };

type Due = { is_needed: boolean; is_fresh: boolean; is_confirmed: boolean; requester: string };

/**
 * Looks a company's VAT number up where the answer changes its tax and the last one is older than a day; what the register
 * answers is stored as evidence. Where it gives none, an answer of the last days still counts, else tax is charged.
 */
export async function checkVatNumber(tools: VatTools, accountId: string, address: VatAddress): Promise<VatState> {
  const number = plainVatNumber(address.vat_number);
  if (number === '' || address.country === '') return 'unchecked';
  if (knowsVatFormat(address.country) && !isVatNumber(number, address.country)) return 'malformed';
  const sql = tools.database.asService();
  const [due] = await sql.query<Due>('select * from private.vat_check_due($1, $2, $3)', [
    accountId,
    number,
    address.country,
  ]);
  if (!due?.is_needed) return 'unchecked';
  if (due.is_fresh) return due.is_confirmed ? 'confirmed' : 'unknown';
  const answer = await tools.vatRegister.check(number, due.requester || undefined);
  if (answer.is === 'unavailable') return due.is_confirmed ? 'confirmed' : 'unavailable';
  const { company, consultationNumber } = answer.is === 'valid' ? answer : { company: '', consultationNumber: '' };
  await sql.query('select private.record_vat_check($1, $2, $3, $4, $5)', [
    accountId,
    number,
    answer.is === 'valid',
    consultationNumber,
    company,
  ]);
  return answer.is === 'valid' ? 'confirmed' : 'unknown';
}
