/** Maximum length of a message in characters. */
export const MAX_MESSAGE = 4000;
export const MAX_REASON = 300;
export const MAX_TITLE = 80;
/** Who takes part in a conversation, the caller included. */
export const MAX_MEMBERS = 50;

/** A message that waits on this device until the server has it, or that the server refused. */
export type QueuedMessage = {
  client_id: string;
  conversation_id: string;
  body: string;
  reply_to: string | null;
  files: string[];
  file_names: string[];
  created_at: string;
  /** What the server said when it refused it; nothing will change by itself. */
  problem?: string;
};

type Sent = { client_id: string; member_id: string | null };

/** What is still on its way: a message whose answer was lost is in the conversation already. */
export function notYetSent<Queued extends Pick<QueuedMessage, 'client_id'>>(
  queued: readonly Queued[],
  messages: readonly Sent[],
  memberId: string,
): Queued[] {
  const sent = new Set(messages.flatMap((message) => (message.member_id === memberId ? [message.client_id] : [])));
  return queued.filter(({ client_id }) => !sent.has(client_id));
}

type Written = { seq: number; member_id: string | null; created_at: string };

/** Whether a message stands with the one above it: of the same author, within five minutes. */
export function isContinued(message: Written, above: Written | undefined): boolean {
  if (!above || above.member_id === null || above.member_id !== message.member_id) return false;
  return Date.parse(message.created_at) - Date.parse(above.created_at) < 5 * 60_000;
}

/** The first message that is new to the reader, above which the divider stands; null where everything was read. */
export function firstUnread(messages: readonly Written[], readSeq: number, memberId: string): number | null {
  const first = messages.find(({ seq, member_id }) => seq > readSeq && member_id !== memberId);
  return first?.seq ?? null;
}

/** The names of a group without a title, and how many more there are. */
export function namesOf(people: readonly { name: string }[], shown = 3): { names: string[]; more: number } {
  const names = people.slice(0, shown).map(({ name }) => name);
  return { names, more: people.length - names.length };
}
