import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import type { BlockDocument } from '#features/content/blocks/document/rules.ts';
import { draftNow, type PageDraft, type PageRow, saveDraft } from '#features/content/pages/data.ts';
import { type LocalBackup, readBackup, removeBackup, saveBackup } from '#ui/fields/local-backup.ts';
import { useAutosave } from '#ui/fields/use-autosave.ts';
import { builderData, type Draft, draftOf, isTooLarge } from '../rules.ts';

/** Two conflicting drafts of a page. */
export type Conflict = { mine: Draft; theirs: PageDraft; base: Draft | null };
type PageBackup = LocalBackup<{ seen: number; draft: Draft }>;

/**
 * A page's draft in the editor: autosaved, backed up locally until it is saved, and never overwriting another editor's
 * version.
 */
export function usePageDraft(page: PageRow & { draft: PageDraft }) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const key = `page:${page.id}`;
  const seen = useRef(page.draft.version);
  const base = useRef<Draft>(draftOf(builderData(page.draft), page.draft));
  const latest = useRef<Draft>(base.current);
  const [version, setVersion] = useState(seen.current);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState('');
  const [backup, setBackup] = useState<PageBackup | null>(() => {
    const copy = readBackup<{ seen: number; draft: Draft }>(key);
    return copy && JSON.stringify(copy.value.draft) !== JSON.stringify(base.current) ? copy : null;
  });

  const autosave = useAutosave(async (draft: Draft) => {
    try {
      if (isTooLarge(draft)) throw new DbError(t('builder.tooLarge'), 'page_too_large');
      seen.current = await saveDraft(db, page.id, seen.current, draft);
      base.current = draft;
      setVersion(seen.current);
      setProblem('');
      if (latest.current === draft) removeBackup(key);
    } catch (error) {
      if (error instanceof DbError && error.code === 'changed_meanwhile') {
        setConflict({ mine: draft, theirs: await draftNow(db, account_id, page.id), base: base.current });
        setProblem(t('conflict.waiting'));
        // A server error has a code and a message; anything else is a network failure.
      } else
        setProblem(
          error instanceof DbError && /^[a-z]+(?:_[a-z]+)+$/.test(error.code) ? error.message : t('builder.keptHere'),
        );
      throw error;
    }
  });

  const change = useCallback(
    (data: BlockDocument) => {
      const draft = draftOf(data, base.current);
      if (JSON.stringify(draft) === JSON.stringify(latest.current)) return;
      latest.current = draft;
      // The local backup stays until the user decided about it.
      if (!backup) saveBackup(key, { seen: seen.current, draft });
      autosave.change(draft);
    },
    [autosave.change, backup, key],
  );

  return {
    state: autosave.state,
    flush: autosave.flush,
    change,
    version,
    seen: () => seen.current,
    problem,
    conflict,
    closeConflict: () => setConflict(null),
    /** Continues with the other editor's version; returns the draft to load into the builder. */
    settle(resolved: Draft): BlockDocument {
      if (conflict) {
        seen.current = conflict.theirs.version;
        base.current = { title: conflict.theirs.title, data: conflict.theirs.data, settings: conflict.theirs.settings };
        setVersion(seen.current);
      }
      setConflict(null);
      setProblem('');
      latest.current = resolved;
      autosave.change(resolved);
      return builderData(resolved);
    },
    kept: backup,
    /** Restores the local backup; where the page has changed since, it opens the comparison instead. */
    async takeUp(): Promise<BlockDocument | null> {
      if (!backup) return null;
      const { draft, seen: began } = backup.value;
      setBackup(null);
      if (began === seen.current) return builderData(draft);
      const theirs = await draftNow(db, account_id, page.id);
      setConflict({ mine: draft, theirs, base: null });
      return null;
    },
    throwAway() {
      removeBackup(key);
      setBackup(null);
    },
    /** Loads the version another editor saved. */
    async renew(): Promise<BlockDocument> {
      const theirs = await draftNow(db, account_id, page.id);
      seen.current = theirs.version;
      base.current = draftOf(builderData(theirs), theirs);
      latest.current = base.current;
      setVersion(theirs.version);
      return builderData(theirs);
    },
  };
}

export type PageDraftState = ReturnType<typeof usePageDraft>;
