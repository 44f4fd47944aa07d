let isOnItsWay = false;
let isOthers = false;

/** Marks that this page navigates away by itself while its session may end. */
export function markSigningOut(): void {
  isOnItsWay = true;
}

/** Marks that another session starts: from now on the cookies may belong to it. */
export function markSessionSwitch(): void {
  isOnItsWay = true;
  isOthers = true;
}

/** Whether this page is signing out: no other navigation may overtake that. */
export function isSigningOut(): boolean {
  return isOnItsWay;
}

const RENEWAL = /\/auth\/v1\/token\?grant_type=refresh_token/;

/**
 * Wraps the client's `fetch`, holding back the response to a token refresh of a session that has ended: on an error the
 * client would sign out by its cookies, and those already belong to the new session.
 */
export function unlessSessionSwitched(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    return isOthers && RENEWAL.test(String(input)) ? new Promise<never>(() => {}) : response;
  };
}
