import { useRef, useState } from 'react';
import { type LocalBackup, readBackup, removeBackup, saveBackup } from './local-backup.ts';
import { useAutosave } from './use-autosave.ts';

/** A draft as a server keeps it: how often it was saved, when last, and what is written. */
type Stored<Written> = Written & { version: number; updated_at: string };

export type AutosavedDraft<Written> = {
  /** Under this name the device keeps what is not saved yet. */
  key: string;
  first: Stored<Written>;
  /** What is written of a draft, without what the server keeps about it. */
  writtenOf: (draft: Stored<Written>) => Written;
  /** Saves from the version that was seen; answers the new one, null where somebody else saved since. */
  save: (seen: number, written: Written) => Promise<number | null>;
  /** The draft as it stands on the server now. */
  now: () => Promise<Stored<Written>>;
};

/** Why a draft could not be saved: somebody else did, and one of the two has to be chosen. */
export class SavedMeanwhile extends Error {}

/** A draft while it is written: saved by itself, kept on this device until it is, and never over somebody else's. */
export function useAutosavedDraft<Written extends object>({
  key,
  first,
  writtenOf,
  save,
  now,
}: AutosavedDraft<Written>) {
  const seen = useRef(first.version);
  const latest = useRef<Written>(writtenOf(first));
  /** What this device began from: with it, it is known who of two changed what. */
  const base = useRef<Written>(latest.current);
  const [written, setWritten] = useState<Written>(latest.current);
  const [version, setVersion] = useState(first.version);
  const [theirs, setTheirs] = useState<{ written: Written; version: number; at: string } | null>(null);
  const [kept, setKept] = useState<LocalBackup<Written> | null>(() => {
    const copy = readBackup<Written>(key);
    return copy && JSON.stringify(copy.value) !== JSON.stringify(latest.current) ? copy : null;
  });

  const autosave = useAutosave(async (next: Written) => {
    const saved = await save(seen.current, next);
    if (saved === null) {
      const serverDraft = await now();
      setTheirs({ written: writtenOf(serverDraft), version: serverDraft.version, at: serverDraft.updated_at });
      throw new SavedMeanwhile();
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
    // What is offered from the last time stays where it is until somebody decided about it.
    if (!kept) saveBackup(key, next);
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
    /** Goes on with one of the two drafts, or with what was made of both: it is saved over what the other left. */
    settle(chosen: Written) {
      if (!theirs) return;
      beginFrom(theirs.written, theirs.version);
      setTheirs(null);
      change(chosen);
    },
    /** Loads what somebody else saved meanwhile, where nothing waits to be saved here. */
    async renew() {
      const newest = await now();
      latest.current = writtenOf(newest);
      setWritten(latest.current);
      beginFrom(latest.current, newest.version);
    },
    kept,
    takeUp() {
      if (!kept) return;
      setKept(null);
      change(kept.value);
    },
    throwAway() {
      removeBackup(key);
      setKept(null);
    },
  };
}

export type DraftWork<Written extends object> = ReturnType<typeof useAutosavedDraft<Written>>;
