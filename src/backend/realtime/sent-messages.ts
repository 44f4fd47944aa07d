import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Delivery } from './arrivals.ts';
import { broadcastOf } from './kept-messages.ts';
import type { TopicRegistry } from './rooms.ts';
import { serviceCaller } from './service-caller.ts';
import { topicKey } from './topics.ts';

type Message = {
  id: string;
  topic: string;
  event: string | null;
  payload: unknown;
  binary_payload: Buffer | null;
  private: boolean;
};

/** Delivered messages remembered. */
const MAX_DELIVERED = 5_000;
const COLUMNS = 'id, topic, event, payload, binary_payload, private';

/** Messages sent from SQL (`realtime.send`), delivered to the topics of this process once each. */
export type SentMessages = {
  /** A message as its notification carried it: in full, or by id where it is long. */
  deliveryOf(text: string): Delivery;
  markDelivered(id: string): void;
  /** Delivers messages sent since a time (ISO 8601) that were not delivered yet. */
  catchUp(since: string): Promise<void>;
};

export function createSentMessages(database: Database, topics: TopicRegistry): SentMessages {
  const delivered = new Set<string>();
  const sql = database.as(serviceCaller);

  function markDelivered(id: string): void {
    if (delivered.size >= MAX_DELIVERED) for (const oldest of delivered) if (delivered.delete(oldest)) break;
    delivered.add(id);
  }

  function deliver(message: Message): void {
    if (delivered.has(message.id)) return;
    markDelivered(message.id);
    topics.broadcast(topicKey(message.topic, message.private), broadcastOf(message));
  }

  async function read(id: string): Promise<() => void> {
    const [row] = await sql.query<Message>(`select ${COLUMNS} from realtime.messages where id = $1`, [id]);
    return () => {
      if (row) deliver(row);
    };
  }

  return {
    markDelivered,
    deliveryOf: (text) => {
      const message = JSON.parse(text) as Partial<Message> & { id: string };
      if (message.topic === undefined) return read(message.id);
      return () => deliver({ binary_payload: null, ...message } as Message);
    },
    catchUp: async (since) => {
      const rows = await sql.query<Message>(
        `select ${COLUMNS} from realtime.messages
         where inserted_at >= $1::timestamptz and extension = 'broadcast' order by inserted_at, id limit ${MAX_DELIVERED}`,
        [since],
      );
      for (const row of rows) deliver(row);
    },
  };
}

/** Deletes old rows: changes and bus messages after minutes, messages after three days. */
export async function purge(database: Database, log: Log): Promise<void> {
  const statements = [
    `delete from realtime.changes where committed_at < now() - interval '5 minutes'`,
    `delete from realtime.bus_messages where sent_at < now() - interval '5 minutes'`,
    `delete from realtime.messages where inserted_at < now() - interval '72 hours' or expires_at < now()`,
  ];
  for (const statement of statements) {
    await database
      .as(serviceCaller)
      .query(statement)
      .catch((error: unknown) =>
        log.warn({ error: String(error), code: 'JanitorFailedToDeleteOldMessages' }, 'old realtime rows stay'),
      );
  }
}
