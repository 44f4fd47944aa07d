/**
 * The first thing a page runs: tokens that a mailed link carries in its fragment leave the address, before the script of
 * an account, an analytics tag or the history of the browser can keep them. Our pages take up no session from there.
 */
export const addressScript = `/[#&](?:access|refresh|provider)_token=/.test(location.hash)&&history.replaceState(history.state,'',location.pathname+location.search)`;
