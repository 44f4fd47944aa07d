import { type RefObject, useEffect, useRef } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount, useSiteBranding } from '#base/browser/site.tsx';

type BuyerState = {
  needsSecondFactor: boolean;
  setNeedsSecondFactor: (isNeeded: boolean) => void;
  /** Null until it is read. */
  setHasAccepted: (hasAccepted: boolean | null) => void;
};

/** Reads what is known of who signs in: whether a second factor and the terms are due, and what is filled in for them. */
export function useKnownBuyer(form: RefObject<HTMLFormElement | null>, state: BuyerState): void {
  const db = useDb();
  const { session } = useSession();
  const { account_id } = useAccount();
  const { doors } = useSiteBranding();
  const filled = useRef({});
  const user = session?.user;
  const { needsSecondFactor, setNeedsSecondFactor, setHasAccepted } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each signed-in user; the values are read when the response arrives
  useEffect(() => {
    setHasAccepted(null);
    if (!user) return setNeedsSecondFactor(false);
    let isMounted = true;
    const person = { id: user.id, name: String(user.user_metadata.display_name ?? '') };
    const reading = { db, account_id, person, form, filled: filled.current, hasTerms: doors.terms !== '', ...state };
    void import('./known-buyer.ts').then(
      ({ readKnownBuyer }) => isMounted && readKnownBuyer({ ...reading, isCurrent: () => isMounted }),
    );
    return () => {
      isMounted = false;
    };
  }, [user?.id, needsSecondFactor, db, account_id]);
}
