import { type RefObject, useEffect, useRef } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount, useSiteBranding } from '#base/browser/site.tsx';
import { needsSecondStep } from '#features/platform/members/components/second-step.ts';
import type { CheckoutValues } from './checkout-fields.ts';

type BuyerState = {
  needsSecondFactor: boolean;
  setNeedsSecondFactor: (isNeeded: boolean) => void;
  /** Null until it is read. */
  setHasAccepted: (hasAccepted: boolean | null) => void;
};

/** Reads what is known of who signs in: whether a second factor and the terms are due, and what is filled in for them. */
export function useKnownBuyer(
  form: RefObject<HTMLFormElement | null>,
  { needsSecondFactor, setNeedsSecondFactor, setHasAccepted }: BuyerState,
): void {
  const db = useDb();
  const { session } = useSession();
  const { account_id } = useAccount();
  const { doors } = useSiteBranding();
  /** What was filled in for the buyer: only that is replaced by something better. */
  const filled = useRef<Partial<CheckoutValues>>({});
  const userId = session?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each signed-in user; the values are read when the response arrives
  useEffect(() => {
    setHasAccepted(null);
    if (!userId) return setNeedsSecondFactor(false);
    let isMounted = true;
    const fill = (values: Partial<CheckoutValues>) => {
      for (const [name, value] of Object.entries(values) as [keyof CheckoutValues, string][]) {
        const field = form.current?.elements.namedItem(name);
        const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
        if (!isMounted || !value || !isField) continue;
        // A country is a guess until it is chosen.
        if (!['', filled.current[name], field.dataset.guess].includes(field.value)) continue;
        field.value = value;
        filled.current[name] = value;
      }
    };
    fill({ name: String(session?.user.user_metadata.display_name ?? '') });
    void needsSecondStep(db).then((isNeeded) => isMounted && setNeedsSecondFactor(isNeeded));
    if (doors.terms)
      import('#features/platform/members/data.ts')
        .then(({ hasAcceptedTerms }) => hasAcceptedTerms(db, account_id, userId))
        .then(
          (has) => isMounted && setHasAccepted(has),
          () => {},
        );
    // An order without an address is filled in by hand.
    if (!needsSecondFactor)
      import('../data.ts')
        .then(({ lastBuyer }) => lastBuyer(db, account_id, userId))
        .then(
          (last) => last && fill(last),
          () => {},
        );
    return () => {
      isMounted = false;
    };
  }, [userId, needsSecondFactor, db, account_id]);
}
