/** What a link to a draft is made of; anything else opens nothing. */
export const isSecret = (text: string) => /^[0-9a-f]{64}$/.test(text);
