import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { readBackup, removeBackup, saveBackup } from '#ui/fields/local-backup.ts';
import { useAutosave } from '#ui/fields/use-autosave.ts';
import { type Draft, handIn, type Overview, overviewQuery, type SavedDraft, saveDraft } from '../data.ts';

export type WorkText = { body: string; link: string };

const textOf = ({ body, link }: WorkText): WorkText => ({ body, link });
const isSame = (a: WorkText, b: WorkText) => a.body === b.body && a.link === b.link;

/** What was typed here and not stored, if the server has stored nothing since. */
function firstText(key: string, draft: Draft | null): { text: WorkText; isUnsaved: boolean } {
  const stored = draft ? textOf(draft) : { body: '', link: '' };
  const backup = readBackup<WorkText & { revision: number }>(key)?.value;
  const isUnsaved = backup !== undefined && backup.revision === (draft?.revision ?? 0) && !isSame(backup, stored);
  return isUnsaved ? { text: textOf(backup), isUnsaved } : { text: stored, isUnsaved };
}

/** The draft of a work: saved while it is written, kept on this device until it is stored, and handed in. */
export function useWork(overview: Overview) {
  const db = useDb();
  const cache = useQueryClient();
  const { account_id } = useAccount();
  const { rules, submission } = overview;
  const key = `assignment-${rules.id}`;
  const [first] = useState(() => firstText(key, submission?.draft ?? null));
  const [text, setText] = useState(first.text);
  const [files, setFiles] = useState(submission?.draft?.files ?? []);
  const [other, setOther] = useState<SavedDraft | null>(null);
  const existing = useRef({ revision: submission?.draft?.revision ?? 0, submissionId: submission?.id ?? null });
  const autosave = useAutosave<WorkText>(async (value) => {
    const stored = await saveDraft(db, rules.id, value, existing.current.revision);
    existing.current.submissionId = stored.submission_id;
    // What was stored by a request whose answer was lost is no other version.
    if (!stored.saved && !isSame(stored, value)) return setOther(stored);
    existing.current.revision = stored.revision;
    removeBackup(key);
  });
  function write(next: WorkText) {
    setText(next);
    saveBackup(key, { ...next, revision: existing.current.revision });
    if (!other) autosave.change(next);
  }
  /** The other version, or this one over it. */
  function settle(keepsOwn: boolean) {
    if (!other) return;
    existing.current.revision = other.revision;
    setOther(null);
    setFiles(other.files);
    if (keepsOwn) return autosave.change(text);
    setText(textOf(other));
    removeBackup(key);
  }
  /** The id of the work, which is begun where there is none. */
  async function begun(): Promise<string> {
    await autosave.flush();
    if (existing.current.submissionId) return existing.current.submissionId;
    autosave.change(text);
    await autosave.flush();
    return existing.current.submissionId ?? '';
  }
  async function submit(): Promise<Overview> {
    await autosave.flush();
    await begun();
    const next = await handIn(db, rules.id, existing.current.revision);
    existing.current.revision = next.submission?.draft?.revision ?? 0;
    cache.setQueryData(overviewQuery(db, account_id, rules.lesson_id).queryKey, next);
    void cache.invalidateQueries({ queryKey: ['assignments', account_id, 'result'] });
    return next;
  }
  return { text, write, isRestored: first.isUnsaved, files, setFiles, other, settle, begun, submit, ...autosave };
}

export type WorkState = ReturnType<typeof useWork>;
