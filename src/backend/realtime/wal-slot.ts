import type { Sql } from '#base/server/database.ts';

export type WalSlot = {
  readonly name: string;
  /** A temporary slot is dropped with its connection. */
  isTemporary(): boolean;
  /** Decides between a permanent and a temporary slot, and drops those that dead processes left. */
  prepare(): Promise<void>;
  /** Null if there is no such slot. */
  isLost(): Promise<boolean | null>;
  /** Bytes of the log that the slot holds back; null if there is no such slot. */
  lag(): Promise<number | null>;
  drop(): Promise<void>;
};

/** The replication slot of this process. */
export function createWalSlot(sql: Sql, name: string): WalSlot {
  let isTemporary = true;
  return {
    name,
    isTemporary: () => isTemporary,
    prepare: async () => {
      const [setting] = await sql.query<{ bounded: boolean }>(
        `select setting::int >= 0 as bounded from pg_settings where name = 'max_slot_wal_keep_size'`,
      );
      isTemporary = setting?.bounded !== true;
      await sql.query('select realtime.drop_left_slots()');
    },
    isLost: async () => {
      const [row] = await sql.query<{ isLost: boolean }>(
        `select coalesce(wal_status = 'lost', false) as "isLost" from pg_replication_slots where slot_name = $1`,
        [name],
      );
      return row?.isLost ?? null;
    },
    lag: async () => {
      const [row] = await sql.query<{ lag: string | null }>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::text as lag
         from pg_replication_slots where slot_name = $1`,
        [name],
      );
      return row ? Number(row.lag) : null;
    },
    drop: async () => {
      await sql.query('select realtime.drop_slot($1)', [name]);
    },
  };
}
