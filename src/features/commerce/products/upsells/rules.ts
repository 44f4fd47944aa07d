/** The most order bumps and upsells of one product; the database checks the same. */
export const MAX_UPSELLS = 10;
