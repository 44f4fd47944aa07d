/**
 * Runs first: removes tokens of mailed links from the fragment of the URL, before an account's script, an analytics tag or
 * the browser's history can store them. Our pages start no session from there.
 */
export const addressScript = `/[#&](?:access|refresh|provider)_token=/.test(location.hash)&&history.replaceState(history.state,'',location.pathname+location.search)`;
