import { useRef, useState } from 'react';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { dropCopy, type KeptCopy, keepCopy, keptCopy } from '#ui/kept-copy.ts';
import { useAutosave } from '#ui/use-autosave.ts';
import { ChangedMeanwhile, type PostDraft, postDraftNow, savePostDraft, type Written } from '../data.ts';

/** What is written of a draft, without what the server keeps about it. */
export function writtenOf({ title, excerpt, content, cover, categories, tags, settings }: PostDraft): Written {
  return { title, excerpt, content, cover, categories, tags, settings };
}

/** A post's draft while it is written: saved by itself, kept on this device until it is, and never over somebody else's. */
export function usePostDraft(postId: string, first: PostDraft, usualTitle: string) {
  const wire = useWire();
  const { account_id } = useAccount();
  const key = `post:${postId}`;
  const seen = useRef(first.version);
  const latest = useRef<Written>(writtenOf(first));
  /** What this device began from: with it, it is known who of two changed what. */
  const base = useRef<Written>(latest.current);
  const [written, setWritten] = useState<Written>(latest.current);
  const [theirs, setTheirs] = useState<PostDraft | null>(null);
  const [kept, setKept] = useState<KeptCopy<Written> | null>(() => {
    const copy = keptCopy<Written>(key);
    return copy && JSON.stringify(copy.value) !== JSON.stringify(latest.current) ? copy : null;
  });

  const autosave = useAutosave(async (next: Written) => {
    try {
      const whole = { ...next, title: next.title.trim() || usualTitle };
      seen.current = await savePostDraft(wire, account_id, postId, seen.current, whole);
      base.current = next;
      if (latest.current === next) dropCopy(key);
    } catch (error) {
      if (error instanceof ChangedMeanwhile) setTheirs(await postDraftNow(wire, account_id, postId));
      throw error;
    }
  });

  function change(part: Partial<Written>) {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setWritten(next);
    // What is offered from the last time stays where it is until somebody decided about it.
    if (!kept) keepCopy(key, next);
    autosave.change(next);
  }
  return {
    written,
    state: autosave.state,
    flush: autosave.flush,
    change,
    seen: () => seen.current,
    theirs,
    base: () => base.current,
    /** Goes on with one of the two drafts, or with what was made of both: it is saved over what the other left. */
    settle(chosen: Written) {
      if (!theirs) return;
      seen.current = theirs.version;
      base.current = writtenOf(theirs);
      setTheirs(null);
      change(chosen);
    },
    kept,
    takeUp() {
      if (!kept) return;
      setKept(null);
      change(kept.value);
    },
    throwAway() {
      dropCopy(key);
      setKept(null);
    },
  };
}

export type PostWork = ReturnType<typeof usePostDraft>;
