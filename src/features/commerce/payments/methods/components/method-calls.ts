import type { Db } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import { send, tokenOf } from '../../components/payment-calls.ts';
import type { SetupInput } from '../schema.ts';

/** The address of the provider's page on which a method is kept. @throws {PaymentProblem} */
export async function beginSetup(db: Db, input: SetupInput): Promise<string> {
  return (await send<{ url: string }>('POST', paths.beginSetup(), input, await tokenOf(db))).url;
}

/** Has the server ask the providers what became of the methods that were to be kept; returns whether the newest is kept. @throws {PaymentProblem} */
export async function settleSetups(db: Db): Promise<boolean> {
  return (await send<{ is_saved: boolean }>('POST', paths.settleSetups(), {}, await tokenOf(db))).is_saved;
}
