/** What is being written, kept on this device until the server has it: it outlives a closed tab and a lost connection. */
export type LocalBackup<Value> = { at: string; value: Value };

const PREFIX = 'kept:';
const DAYS_KEPT = 30;

/** Answers whether there was room for it. */
export function saveBackup(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ at: new Date().toISOString(), value }));
    return true;
  } catch {
    // Full or forbidden: the server's copy is then the only one.
    return false;
  }
}

export function readBackup<Value>(key: string): LocalBackup<Value> | null {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as LocalBackup<Value> | null;
    if (!stored || typeof stored.at !== 'string') return null;
    if (Date.now() - Date.parse(stored.at) < DAYS_KEPT * 86_400_000) return stored;
    removeBackup(key);
    return null;
  } catch {
    return null;
  }
}

export function removeBackup(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Forbidden storage holds nothing to drop.
  }
}
