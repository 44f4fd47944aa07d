/** Something that was refused, named by the place that refused it where status and code don't tell. */
export type SecurityRejection = 'signature_refused' | 'code_refused' | 'virus_found';

/** Something that succeeded and that an operator has to be able to look up. */
export type Change =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'address_change_requested'
  | 'factors_changed'
  | 'recovery_code_used'
  | 'sessions_ended'
  | 'identities_changed'
  | 'token_reused'
  | 'acting_began'
  | 'acting_ended';

/** What the log of security events may say of a request beyond what its response shows. Ids, never addresses or secrets. */
export type RequestFacts = {
  /** Whom it concerns. */
  person?: string | undefined;
  /** Who was really there, signed in as `person`. */
  actor?: string | undefined;
  account?: string | undefined;
  refusal?: SecurityRejection;
  changes?: readonly Change[];
};

/** By request, so that a service needs no log to name what happened; a response may have to wait for its transaction. */
const factsOf = new WeakMap<Request, RequestFacts>();

export function factsOfRequest(request: Request): RequestFacts {
  return factsOf.get(request) ?? {};
}

/** Adds to what is known of a request; what is undefined changes nothing. */
export function recordRequestFacts(request: Request, facts: Omit<RequestFacts, 'changes'>): void {
  const defined = Object.entries(facts).filter(([, value]) => value !== undefined);
  factsOf.set(request, { ...factsOf.get(request), ...Object.fromEntries(defined) });
}

/** A change counts once its response is not a refusal: until then its transaction may still be undone. */
export function recordChange(request: Request, change: Change, person?: string): void {
  const { changes = [] } = factsOfRequest(request);
  recordRequestFacts(request, { person });
  if (!changes.includes(change)) factsOf.set(request, { ...factsOfRequest(request), changes: [...changes, change] });
}
