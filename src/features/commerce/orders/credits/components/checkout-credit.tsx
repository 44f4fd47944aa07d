import { useEffect, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { Totals } from '../../rules.ts';
import { listOwnCredits } from '../data.ts';
import { CreditRows } from './credit-rows.tsx';

/** What credit of the signed-in buyer will pay of the order, which the server decides when it is placed. */
export function CheckoutCredit({ totals, onRead }: { totals: Totals; onRead: (credit: number) => void }) {
  const db = useDb();
  const { account_id } = useAccount();
  const [held, setHeld] = useState(0);
  const credit = Math.min(held, totals.total);
  useEffect(() => {
    // Without an answer the total is shown: what the server takes off is a surprise nobody minds.
    listOwnCredits(db, account_id)
      .then((credits) => setHeld(credits.find(({ currency }) => currency === totals.currency)?.amount ?? 0))
      .catch(() => setHeld(0));
  }, [db, account_id, totals.currency]);
  useEffect(() => onRead(credit), [credit, onRead]);
  if (credit === 0) return null;
  return (
    <dl className="num grid gap-3">
      <CreditRows credit={credit} total={totals.total} currency={totals.currency} />
    </dl>
  );
}
