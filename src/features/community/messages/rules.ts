/** Maximum length of a message in characters. */
export const MAX_MESSAGE = 4000;
export const MAX_REASON = 300;
export const MAX_TITLE = 80;
/** Who takes part in a conversation, the caller included. */
export const MAX_MEMBERS = 50;
/** Counts of unread messages stop here: more is written as 99+. */
export const MAX_UNREAD = 99;
