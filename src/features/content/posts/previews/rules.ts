/** Format of a preview link's secret; anything else is rejected without a query. */
export const isSecret = (text: string) => /^[0-9a-f]{64}$/.test(text);
