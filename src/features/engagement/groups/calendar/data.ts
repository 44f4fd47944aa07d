import { queryOptions } from '@tanstack/react-query';
import { clockNow } from '#base/shared/clock.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { groupKeys } from '../data.ts';
import type { CalendarEvent, EventAnswer } from './rules.ts';

/** An event of a group with the caller's own answer. */
export type GroupEvent = CalendarEvent & {
  time_zone: string;
  going_count: number;
  maybe_count: number;
  answer: EventAnswer | null;
};

export type EventPerson = {
  member_id: string;
  user_id: string;
  name: string;
  slug: string;
  avatar: string | null;
  answer: EventAnswer;
};

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_event_people: { row: EventPerson };
    answer_group_event: { args: { answer: EventAnswer | null } };
  }
}

export const eventsKey = (accountId: string, groupId: string) =>
  [...groupKeys.details(accountId, groupId), 'events'] as const;
const MAX_LISTED = 100;

/** The events of a group: those to come, the next first, or the past ones, the last first. */
export const eventsQuery = (db: Db, accountId: string, groupId: string, memberId: string, when: 'coming' | 'past') =>
  queryOptions({
    queryKey: [...eventsKey(accountId, groupId), when],
    queryFn: async (): Promise<GroupEvent[]> => {
      const now = new Date(clockNow()).toISOString();
      const events = db
        .from('group_events')
        .select(
          'id, title, description, starts_at, ends_at, time_zone, place, link, going_count, maybe_count, updated_at, group_event_answers(answer)',
        )
        .eq('account_id', accountId)
        .eq('group_id', groupId)
        .eq('group_event_answers.member_id', memberId)
        .order('starts_at', { ascending: when === 'coming' })
        .limit(MAX_LISTED);
      const rows = dataOf(await (when === 'coming' ? events.gt('ends_at', now) : events.lte('ends_at', now)));
      return rows.map(({ group_event_answers: answers, ...event }) => ({
        ...event,
        answer: answers[0]?.answer ?? null,
      }));
    },
  });

/** Who comes to an event, and who may. */
export const eventPeopleQuery = (db: Db, accountId: string, groupId: string, eventId: string) =>
  queryOptions({
    queryKey: [...eventsKey(accountId, groupId), eventId, 'people'],
    queryFn: async (): Promise<EventPerson[]> => dataOf(await db.rpc('list_event_people', { event_id: eventId })),
  });

export async function answerEvent(db: Db, eventId: string, answer: EventAnswer | null): Promise<void> {
  maybeDataOf(await db.rpc('answer_group_event', { event_id: eventId, answer }));
}

export type EventChange = Pick<
  GroupEvent,
  'title' | 'description' | 'starts_at' | 'ends_at' | 'time_zone' | 'place' | 'link'
>;

export async function addEvent(db: Db, accountId: string, groupId: string, event: EventChange): Promise<void> {
  dataOf(
    await db
      .from('group_events')
      .insert({ account_id: accountId, group_id: groupId, ...event })
      .select('id')
      .single(),
  );
}

export async function changeEvent(db: Db, accountId: string, id: string, event: EventChange): Promise<void> {
  dataOf(await db.from('group_events').update(event).eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function deleteEvent(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('group_events').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}
