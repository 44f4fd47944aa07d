import { useState } from 'react';
import type { AnswerStorage } from './answer-queue.ts';

/** Local storage; null where the browser forbids it. */
export function deviceStorage(): AnswerStorage {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export type Flags = { has: (id: string) => boolean; toggle: (id: string) => void; clear: () => void };

/** Questions a student flagged for review; stored on this device only. */
export function useFlags(attemptId: string): Flags {
  const key = `quiz-flags:${attemptId}`;
  const [flags, setFlags] = useState<ReadonlySet<string>>(() => new Set(read(key)));
  return {
    has: (id) => flags.has(id),
    toggle: (id) => {
      const next = new Set(flags);
      if (!next.delete(id)) next.add(id);
      setFlags(next);
      write(key, [...next]);
    },
    clear: () => write(key, []),
  };
}

function read(key: string): string[] {
  try {
    return JSON.parse(deviceStorage()?.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function write(key: string, ids: string[]): void {
  try {
    if (ids.length === 0) deviceStorage()?.removeItem(key);
    else deviceStorage()?.setItem(key, JSON.stringify(ids));
  } catch {
    // Full storage: flags are lost, answers are not.
  }
}
