import { useRef, useState } from 'react';
import { type LocalBackup, readBackup, removeBackup, saveBackup } from './local-backup.ts';
import { useAutosave } from './use-autosave.ts';

/** A draft on the server: its version, the time of its last save, and its content. */
type Stored<ContentText> = ContentText & { version: number; updated_at: string };

export type AutosavedDraft<ContentText> = {
  /** The key of the local backup. */
  key: string;
  first: Stored<ContentText>;
  /** The content of a draft, without the server's metadata. */
  writtenOf: (draft: Stored<ContentText>) => ContentText;
  /**
   * Saves on top of the given version; resolves to the new one, null where somebody else saved since (optimistic
   * locking).
   */
  save: (seen: number, written: ContentText) => Promise<number | null>;
  /** The draft's current state on the server. */
  now: () => Promise<Stored<ContentText>>;
};

/** An edit conflict: somebody else saved, and one of the two drafts has to be chosen. */
export class EditConflict extends Error {}

/**
 * A draft while it is edited: autosaved, backed up on this device until then, and never overwriting somebody else's.
 */
export function useAutosavedDraft<ContentText extends object>({
  key,
  first,
  writtenOf,
  save,
  now,
}: AutosavedDraft<ContentText>) {
  const seen = useRef(first.version);
  const latest = useRef<ContentText>(writtenOf(first));
  /** The base version of this device's edits: it tells which of two drafts changed what. */
  const base = useRef<ContentText>(latest.current);
  const [written, setWritten] = useState<ContentText>(latest.current);
  const [version, setVersion] = useState(first.version);
  const [theirs, setTheirs] = useState<{ written: ContentText; version: number; at: string } | null>(null);
  const [backup, setKept] = useState<LocalBackup<ContentText> | null>(() => {
    const copy = readBackup<ContentText>(key);
    return copy && JSON.stringify(copy.value) !== JSON.stringify(latest.current) ? copy : null;
  });

  const autosave = useAutosave(async (next: ContentText) => {
    const saved = await save(seen.current, next);
    if (saved === null) {
      const serverDraft = await now();
      setTheirs({ written: writtenOf(serverDraft), version: serverDraft.version, at: serverDraft.updated_at });
      throw new EditConflict();
    }
    beginFrom(next, saved);
    if (latest.current === next) removeBackup(key);
  });

  function beginFrom(from: ContentText, at: number) {
    base.current = from;
    seen.current = at;
    setVersion(at);
  }
  function change(part: Partial<ContentText>) {
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
    settle(chosen: ContentText) {
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

export type AutosavedDraftState<ContentText extends object> = ReturnType<typeof useAutosavedDraft<ContentText>>;
