import { errorText } from '#base/shared/call.ts';
import type { Db } from '#base/shared/db-client.ts';
import { DbError } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';

/** A file on its way; `done` rejects with the store's own sentence, or `aborted`. */
export type Sending = { done: Promise<void>; abort: () => void };

/**
 * Puts a file into a bucket as the signed-in person and tells how far it is: the one thing that `fetch` can't, hence
 * the older request. The store's policies decide as for any upload.
 */
export function sendFile(
  db: Db,
  site: Pick<Site, 'backend'>,
  target: { bucket: string; path: string },
  file: Blob,
  onProgress: (percent: number) => void,
): Sending {
  const request = new XMLHttpRequest();
  const done = (async () => {
    const { data } = await db.auth.getSession();
    const path = target.path.split('/').map(encodeURIComponent).join('/');
    await new Promise<void>((resolve, reject) => {
      request.open('POST', `${site.backend.url || location.origin}/storage/v1/object/${target.bucket}/${path}`);
      request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? site.backend.anon_key}`);
      request.setRequestHeader('apikey', site.backend.anon_key);
      request.setRequestHeader('content-type', file.type || 'application/octet-stream');
      request.setRequestHeader('x-upsert', 'true');
      if (file instanceof File) request.setRequestHeader('x-metadata', base64({ name: file.name }));
      request.upload.onprogress = (event) => event.lengthComputable && onProgress((100 * event.loaded) / event.total);
      request.onload = () => (request.status < 300 ? resolve() : void refusalOf(request).then(reject));
      request.onerror = () => void refusal('The connection was lost.', 'offline').then(reject);
      request.onabort = () => reject(new DbError('', 'aborted'));
      request.send(file);
    });
  })();
  return { done, abort: () => request.abort() };
}

/** JSON in the letters a header may hold. */
function base64(said: object): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(said))));
}

const refusal = async (sentence: string, code: string, spokenCode = code) =>
  new DbError(await errorText(sentence, spokenCode), code);

function refusalOf(request: XMLHttpRequest): Promise<DbError> {
  try {
    const { message, error, code } = JSON.parse(request.responseText) as Record<string, string | undefined>;
    return refusal(message ?? request.statusText, error ?? String(request.status), code);
  } catch {
    return refusal(request.statusText, String(request.status));
  }
}

/** How long a film or a recording is, in seconds, as the browser reads it; 0 where it can't. */
export function lengthOfFile(file: File): Promise<number> {
  if (!/^(video|audio)\//.test(file.type)) return Promise.resolve(0);
  const address = URL.createObjectURL(file);
  const media = document.createElement('video');
  return new Promise<number>((resolve) => {
    media.preload = 'metadata';
    media.onloadedmetadata = () => resolve(Number.isFinite(media.duration) ? Math.round(media.duration) : 0);
    media.onerror = () => resolve(0);
    media.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}

/** A picture's own size in pixels. */
export async function sizeOfPicture(file: File): Promise<{ width: number; height: number } | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const size = { width: picture.width, height: picture.height };
  picture.close();
  return size;
}
