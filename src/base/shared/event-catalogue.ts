import { z } from 'zod';

/** A type of domain event as its feature publishes it. */
export type EventDefinition = {
  /** `order.paid`; a published name never changes its meaning. */
  type: string;
  /** Of the shape of the facts: a changed shape is a new version. */
  version: number;
  /** The feature that records it in its `policies.sql`. */
  owner: string;
  /** What the event's subject names: `order` for `order:{id}`. */
  subject: string;
  /** When it is recorded, in one sentence. */
  when: string;
  facts: z.ZodObject;
  /** Whether an account can choose it for a webhook. */
  isOffered: boolean;
};

type Published = Omit<EventDefinition, 'type' | 'owner' | 'version' | 'isOffered'> & {
  version?: number;
  isOffered?: false;
};

/** The shape of a feature's `events.ts`: what its `policies.sql` emits, by type. */
export function defineEvents(owner: string, events: Readonly<Record<string, Published>>): readonly EventDefinition[] {
  return Object.entries(events).map(([type, event]) => ({ version: 1, isOffered: true, ...event, type, owner }));
}

/** What facts are made of: ids, numbers, times and words from a list; never a name, an address or a text. */
export const fact = {
  id: z.uuid(),
  number: z.number(),
  time: z.iso.datetime({ offset: true }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  oneOf: <const Words extends readonly [string, ...string[]]>(...words: Words) => z.enum(words),
};

/** Whether a shape of facts holds nothing but what `fact` offers. */
export function isAnonymous(shape: z.ZodObject): boolean {
  const made: readonly unknown[] = [fact.id, fact.number, fact.time, fact.currency];
  const isFact = (field: unknown): boolean =>
    field instanceof z.ZodNullable ? isFact(field.unwrap()) : made.includes(field) || field instanceof z.ZodEnum;
  return Object.values(shape.shape).every(isFact);
}
