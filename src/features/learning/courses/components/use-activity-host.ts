import { useEffect } from 'react';
import type { ActivityDraft, ActivityHost } from './activities.tsx';

/** Keeps the lesson editor up to date on what there is to save. */
export function useActivityHost(
  host: ActivityHost | undefined,
  changed: readonly string[],
  draftNow: () => ActivityDraft,
) {
  const names = changed.join('\n');
  const onChanged = host?.onChanged;
  useEffect(() => {
    if (host) host.draft.current = changed.length > 0 ? draftNow() : null;
  });
  useEffect(() => {
    onChanged?.(names === '' ? [] : names.split('\n'));
  }, [onChanged, names]);
  const draft = host?.draft;
  useEffect(
    () => () => {
      if (draft) draft.current = null;
      onChanged?.([]);
    },
    [draft, onChanged],
  );
}
