let isOnItsWay = false;
let isOthers = false;

/** A page that goes elsewhere by itself says so, where its session may end at the same moment. */
export function markSigningOut(): void {
  isOnItsWay = true;
}

/** The same, to where another session begins: from now on the cookies may be that one's. */
export function markSessionSwitch(): void {
  isOnItsWay = true;
  isOthers = true;
}

/** Whether this page is on its way out: whatever else would lead it somewhere must not overtake that. */
export function isSigningOut(): boolean {
  return isOnItsWay;
}

const RENEWAL = /\/auth\/v1\/token\?grant_type=refresh_token/;

/**
 * What a client sends with, but for the answer to whoever renews the session that is over: refused, the client would end a session
 * by its cookies, and they are the other one's already.
 */
export function unlessSessionSwitched(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    return isOthers && RENEWAL.test(String(input)) ? new Promise<never>(() => {}) : answer;
  };
}
