import { useRef, useState } from 'react';
import { type LocalBackup, readBackup, removeBackup, saveBackup } from './local-backup.ts';
import { useAutosave } from './use-autosave.ts';

/** A draft on the server: its version, the time of its last save, and its content. */
type Stored<Written> = Written & { version: number; updated_at: string };

export type AutosavedDraft<Written> = {
  /** The key of the local backup. */
  key: string;
  first: Stored<Written>;
  /** The content of a draft, without the server's metadata. */
  writtenOf: (draft: Stored<Written>) => Written;
  /**
   * Saves on top of the given version; resolves to the new one, null where somebody else saved since (optimistic
   * locking).
   */
  save: (seen: number, written: Written) => Promise<number | null>;
  /** The draft's current state on the server. */
  now: () => Promise<Stored<Written>>;
};

/** An edit conflict: somebody else saved, and one of the two drafts has to be chosen. */
export class EditConflict extends Error {}

/**
 * A draft while it is edited: autosaved, backed up on this device until then, and never overwriting somebody else's.
 */
export function useAutosavedDraft<Written extends object>({
  key,
  first,
  writtenOf,
  save,
  now,
}: AutosavedDraft<Written>) {
  const seen = useRef(first.version);
  const latest = useRef<Written>(writtenOf(first));
  /** The base version of this device's edits: it tells which of two drafts changed what. */
  const base = useRef<Written>(latest.current);
  const [written, setWritten] = useState<Written>(latest.current);
  const [version, setVersion] = useState(first.version);
  const [theirs, setTheirs] = useState<{ written: Written; version: number; at: string } | null>(null);
  const [backup, setKept] = useState<LocalBackup<Written> | null>(() => {
    const copy = readBackup<Written>(key);
    return copy && JSON.stringify(copy.value) !== JSON.stringify(latest.current) ? copy : null;
  });

  const autosave = useAutosave(async (next: Written) => {
    const saved = await save(seen.current, next);
    if (saved === null) {
      const serverDraft = await now();
      setTheirs({ written: writtenOf(serverDraft), version: serverDraft.version, at: serverDraft.updated_at });
      throw new EditConflict();
    }
    beginFrom(next, saved);
    if (latest.current === next) removeBackup(key);
  });

  function beginFrom(from: Written, at: number) {
    base.current = from;
    seen.current = at;
    setVersion(at);
  }
  function change(part: Partial<Written>) {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setWritten(next);
    // A restorable backup from the last visit stays until the user has decided about it.
    if (!backup) saveBackup(key, next);
    autosave.change(next);
  }
  return {
    written,
    state: autosave.state,
    flush: autosave.flush,
    change,
    /** Counts the saves this device knows of. */
    version,
    seen: () => seen.current,
    theirs,
    base: () => base.current,
    /** Continues with one of the two drafts, or a merge of both: it is saved over the other one. */
    settle(chosen: Written) {
      if (!theirs) return;
      beginFrom(theirs.written, theirs.version);
      setTheirs(null);
      change(chosen);
    },
    /** Loads a newer version from the server, where nothing is waiting to be saved here. */
    async renew() {
      const newest = await now();
      latest.current = writtenOf(newest);
      setWritten(latest.current);
      beginFrom(latest.current, newest.version);
    },
    kept: backup,
    takeUp() {
      if (!backup) return;
      setKept(null);
      change(backup.value);
    },
    discardBackup() {
      removeBackup(key);
      setKept(null);
    },
  };
}

export type AutosavedDraftState<Written extends object> = ReturnType<typeof useAutosavedDraft<Written>>;
