import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { isTransientError } from '#base/shared/db-client.ts';
import { type LocalBackup, readBackup, removeBackup, saveBackup } from '#ui/fields/local-backup.ts';
import { useAutosave } from '#ui/fields/use-autosave.ts';
import { saveDraft } from '../data.ts';
import { contentOf, type PublishingKind, type StoredDraft } from '../rules.ts';

/** Unsaved content on this device, and the version of the draft it is based on. */
type Backup<Content> = { seen: number; content: Content };

/** An edit conflict: somebody else saved, and one of the two drafts has to be chosen. */
export class EditConflict extends Error {}

type DraftOptions<Content> = {
  kind: PublishingKind<Content>;
  id: string;
  first: StoredDraft<Content>;
  /** Content from the server as the editor has it, where the two may differ. */
  normalize?: (content: Content) => Content;
  /** The content as it is saved; throws where it can't be. */
  toSave?: (content: Content) => Content;
};

/**
 * A draft while it is edited: autosaved, backed up on this device until then, and never overwriting somebody else's.
 */
export function useDraft<Content extends object>({
  kind,
  id,
  first,
  normalize = (content) => content,
  toSave,
}: DraftOptions<Content>) {
  const { t } = useTranslation('publishing');
  const db = useDb();
  const { account_id } = useAccount();
  const contentFrom = (row: Content) => normalize(contentOf(kind, row));
  const [written, setWritten] = useState(() => contentFrom(first));
  const latest = useRef<Content>(written);
  const { seen, base, version, beginFrom } = useDraftBase<Content>(written, first.version);
  const [theirs, setTheirs] = useState<StoredDraft<Content> | null>(null);
  const [problem, setProblem] = useState('');
  const backup = useBackup<Content>(`${kind.kind}:${id}`, written);

  const autosave = useAutosave(async (next: Content) => {
    try {
      const saved = await saveDraft(db, kind.kind, id, seen.current, toSave ? toSave(next) : next);
      if (saved === null) {
        setTheirs(await kind.draftNow(db, account_id, id));
        throw new EditConflict(t('conflict.notice'));
      }
      beginFrom(next, saved);
      setProblem('');
      if (latest.current === next) backup.remove();
    } catch (error) {
      setProblem(error instanceof Error && !isTransientError(error) ? error.message : t('keptHere'));
      throw error;
    }
  });

  function show(content: Content) {
    latest.current = content;
    setWritten(content);
  }
  function change(part: Partial<Content>) {
    const next = { ...latest.current, ...part };
    if (JSON.stringify(next) === JSON.stringify(latest.current)) return;
    show(next);
    // A restorable backup from the last visit stays until the user has decided about it.
    if (!backup.stored) backup.save(seen.current, next);
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
    /** Why the last save failed. */
    problem,
    theirs,
    base: () => base.current,
    /** Continues with one of the two drafts, or a merge of both: it is saved over the other one. */
    settle(chosen: Content): Content {
      if (theirs) {
        beginFrom(contentFrom(theirs), theirs.version);
        setTheirs(null);
        setProblem('');
        show(chosen);
        autosave.change(chosen);
      }
      return chosen;
    },
    /** Loads a newer version from the server, where nothing is waiting to be saved here. */
    async renew(): Promise<Content> {
      const newest = await kind.draftNow(db, account_id, id);
      show(contentFrom(newest));
      beginFrom(latest.current, newest.version);
      return latest.current;
    },
    kept: backup.stored,
    /** Restores the local backup; where somebody has saved since, both have to be compared first: null. */
    async takeUp(): Promise<Content | null> {
      if (!backup.stored) return null;
      const { seen: began, content } = backup.stored.value;
      backup.close();
      if (began === seen.current) {
        change(content);
        return content;
      }
      show(content);
      const newest = await kind.draftNow(db, account_id, id);
      beginFrom(null, newest.version);
      setTheirs(newest);
      return null;
    },
    discardBackup() {
      backup.remove();
      backup.close();
    },
  };
}

export type DraftState<Content extends object> = ReturnType<typeof useDraft<Content>>;

/** What this device's edits are based on: a version of the draft, and its content, which tells which of two drafts changed what. */
function useDraftBase<Content>(content: Content, firstVersion: number) {
  const seen = useRef(firstVersion);
  const base = useRef<Content | null>(content);
  const [version, setVersion] = useState(firstVersion);
  function beginFrom(from: Content | null, at: number) {
    base.current = from;
    seen.current = at;
    setVersion(at);
  }
  return { seen, base, version, beginFrom };
}

/** The copy of unsaved content on this device; `stored` is one from an earlier visit that differs from the draft. */
function useBackup<Content extends object>(key: string, current: Content) {
  const [stored, setStored] = useState<LocalBackup<Backup<Content>> | null>(() => {
    const copy = readBackup<{ seen?: number; content?: unknown; draft?: Content }>(key);
    if (!copy) return null;
    // Earlier versions of the product stored a page as "draft", and a post alone: what that was based on is unknown.
    const { seen = 0, content, draft = copy.value as Content } = copy.value;
    const value = { seen, content: typeof content === 'object' ? (content as Content) : draft };
    const isOther = JSON.stringify(value.content) !== JSON.stringify(current);
    return isOther ? { at: copy.at, value } : null;
  });
  return {
    stored,
    save: (seen: number, content: Content) => saveBackup(key, { seen, content }),
    remove: () => removeBackup(key),
    close: () => setStored(null),
  };
}
