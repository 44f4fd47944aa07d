const KEY = 'device_id';

let kept: string | undefined;

/** This browser's own id, kept under the specification's key; where storage is closed, as long as the page lasts. */
export function deviceId(): string {
  if (kept) return kept;
  try {
    kept = localStorage.getItem(KEY) ?? undefined;
    if (!kept) {
      kept = crypto.randomUUID();
      localStorage.setItem(KEY, kept);
    }
  } catch {
    kept ??= crypto.randomUUID();
  }
  return kept;
}
