import type { RefObject } from 'react';
import type { Db } from '#base/shared/db-client.ts';
import { needsSecondStep } from '#features/platform/members/components/second-step.ts';
import { hasAcceptedTerms } from '#features/platform/members/data.ts';
import { lastBuyer } from '../data.ts';
import type { CheckoutValues } from './checkout-fields.ts';

export type BuyerReading = {
  db: Db;
  account_id: string;
  person: { id: string; name: string };
  form: RefObject<HTMLFormElement | null>;
  /** What was filled in for the buyer: only that is replaced by something better. */
  filled: Partial<CheckoutValues>;
  isCurrent: () => boolean;
  needsSecondFactor: boolean;
  setNeedsSecondFactor: (isNeeded: boolean) => void;
  hasTerms: boolean;
  setHasAccepted: (hasAccepted: boolean | null) => void;
};

/** Reads what is known of somebody who has signed in. Loaded then: a new buyer needs none of it. */
export function readKnownBuyer(reading: BuyerReading): void {
  const { db, account_id, person, isCurrent, needsSecondFactor } = reading;
  fill(reading, { name: person.name });
  void needsSecondStep(db).then((isNeeded) => isCurrent() && reading.setNeedsSecondFactor(isNeeded));
  if (reading.hasTerms)
    hasAcceptedTerms(db, account_id, person.id).then(
      (has) => isCurrent() && reading.setHasAccepted(has),
      () => {},
    );
  // An order without an address is filled in by hand.
  if (!needsSecondFactor)
    lastBuyer(db, account_id, person.id).then(
      (last) => last && fill(reading, last),
      () => {},
    );
}

function fill({ form, filled, isCurrent }: BuyerReading, values: Partial<CheckoutValues>): void {
  for (const [name, value] of Object.entries(values) as [keyof CheckoutValues, string][]) {
    const field = form.current?.elements.namedItem(name);
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (!isCurrent() || !value || !isField) continue;
    // A country is a guess until it is chosen.
    if (!['', filled[name], field.dataset.guess].includes(field.value)) continue;
    // Whoever bought as a company does so again, until they choose.
    if (name === 'company') form.current?.querySelector<HTMLInputElement>('[value=company]')?.click();
    field.value = value;
    filled[name] = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
