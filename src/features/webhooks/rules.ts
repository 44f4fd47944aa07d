/** What an account can be told of; `private.event_types()` is the same list. */
export const eventTypes = [
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.refunded',
  'member.joined',
  'member.removed',
  'enrolment.created',
  'enrolment.ended',
  'lesson.completed',
  'course.completed',
  'quiz.passed',
  'quiz.failed',
  'post.published',
] as const;

/** The nouns events are chosen under: `order.paid` belongs to `order`. */
export const eventGroups = [...new Set(eventTypes.map((type) => type.split('.')[0] ?? ''))].map((noun) => ({
  noun,
  types: eventTypes.filter((type) => type.startsWith(`${noun}.`)),
}));

export const MOST_WEBHOOKS = 20;

export type AddressProblem = 'empty' | 'notHttps' | 'person' | 'notAnAddress' | 'tooLong';

/**
 * Why an address can't be a webhook's, as far as one can tell by looking at it; null where it can. Where its name leads
 * is found out when something is sent.
 */
export function addressProblem(typed: string): AddressProblem | null {
  const text = typed.trim();
  if (text === '') return 'empty';
  if (text.length > 500) return 'tooLong';
  if (!URL.canParse(text) || /[\s\\#]/.test(text)) return 'notAnAddress';
  const url = new URL(text);
  if (url.host === '') return 'notAnAddress';
  if (url.username || url.password) return 'person';
  const isOwnMachine = url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || isOwnMachine ? null : 'notHttps';
}

/** An address as it is stored: with the path a bare origin has. */
export function plainAddress(typed: string): string {
  return new URL(typed.trim()).href;
}
