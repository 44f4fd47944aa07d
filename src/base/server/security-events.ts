/** A rejection, named by the code that rejected it where status and error code don't tell. */
export type SecurityRejection = 'signature_refused' | 'code_refused' | 'virus_found';

/** A success that an operator has to be able to look up. */
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

/** Facts for the security log beyond what the response shows. Ids, never addresses or secrets. */
export type RequestFacts = {
  /** The person it concerns. */
  person?: string | undefined;
  /** The impersonator, signed in as `person`. */
  actor?: string | undefined;
  account?: string | undefined;
  rejection?: SecurityRejection;
  changes?: readonly Change[];
};

/** By request, so that a service needs no log to record facts; a response may have to wait for its transaction. */
const factsOf = new WeakMap<Request, RequestFacts>();

export function factsOfRequest(request: Request): RequestFacts {
  return factsOf.get(request) ?? {};
}

/** Adds facts to a request; undefined values change nothing. */
export function recordRequestFacts(request: Request, facts: Omit<RequestFacts, 'changes'>): void {
  const defined = Object.entries(facts).filter(([, value]) => value !== undefined);
  factsOf.set(request, { ...factsOf.get(request), ...Object.fromEntries(defined) });
}

/** A change is logged once its response is not an error: until then its transaction may still be rolled back. */
export function recordChange(request: Request, change: Change, person?: string): void {
  const { changes = [] } = factsOfRequest(request);
  recordRequestFacts(request, { person });
  if (!changes.includes(change)) factsOf.set(request, { ...factsOfRequest(request), changes: [...changes, change] });
}
