const KEY = 'device_id';

let cachedId: string | undefined;

/** This browser's device id, stored under the specification's key; without storage it lasts as long as the page. */
export function deviceId(): string {
  if (cachedId) return cachedId;
  try {
    cachedId = localStorage.getItem(KEY) ?? undefined;
    if (!cachedId) {
      cachedId = crypto.randomUUID();
      localStorage.setItem(KEY, cachedId);
    }
  } catch {
    cachedId ??= crypto.randomUUID();
  }
  return cachedId;
}
