/** A backup of unsaved input on this device: it survives a closed tab and a lost connection. */
export type LocalBackup<Value> = { at: string; value: Value };

const PREFIX = 'kept:';
const DAYS_KEPT = 30;

/** Returns whether it could be stored. */
export function saveBackup(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ at: new Date().toISOString(), value }));
    return true;
  } catch {
    // Storage is full or forbidden: only the server's copy exists.
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
    // Storage is forbidden: there is no backup.
  }
}
