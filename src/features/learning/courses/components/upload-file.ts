import { errorText } from '#base/shared/call.ts';
import type { Db } from '#base/shared/db-client.ts';
import { DbError } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';

/** A running upload; `done` rejects with the storage service's message, or with code `aborted`. */
export type RunningUpload = { done: Promise<void>; abort: () => void };

/**
 * Uploads a file to a bucket as the signed-in user and reports progress. Uses XMLHttpRequest, as `fetch` has no
 * upload progress. Storage policies apply.
 */
export function uploadFile(
  db: Db,
  site: Pick<Site, 'backend'>,
  target: { bucket: string; path: string },
  file: Blob,
  onProgress: (percent: number) => void,
): RunningUpload {
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
      request.onload = () => (request.status < 300 ? resolve() : void errorOf(request).then(reject));
      request.onerror = () => void storageError('The connection was lost.', 'offline').then(reject);
      request.onabort = () => reject(new DbError('', 'aborted'));
      request.send(file);
    });
  })();
  return { done, abort: () => request.abort() };
}

/** JSON as base64, for a header. */
function base64(value: object): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

const storageError = async (sentence: string, code: string, textCode = code) =>
  new DbError(await errorText(sentence, textCode), code);

function errorOf(request: XMLHttpRequest): Promise<DbError> {
  try {
    const { message, error, code } = JSON.parse(request.responseText) as Record<string, string | undefined>;
    return storageError(message ?? request.statusText, error ?? String(request.status), code);
  } catch {
    return storageError(request.statusText, String(request.status));
  }
}

/** The duration of a video or audio file in seconds, read by the browser; 0 if it can't. */
export function durationOfFile(file: File): Promise<number> {
  if (!/^(video|audio)\//.test(file.type)) return Promise.resolve(0);
  const objectUrl = URL.createObjectURL(file);
  const media = document.createElement('video');
  return new Promise<number>((resolve) => {
    media.preload = 'metadata';
    media.onloadedmetadata = () => resolve(Number.isFinite(media.duration) ? Math.round(media.duration) : 0);
    media.onerror = () => resolve(0);
    media.src = objectUrl;
  }).finally(() => URL.revokeObjectURL(objectUrl));
}

/** A picture's intrinsic size in pixels. */
export async function sizeOfPicture(file: File): Promise<{ width: number; height: number } | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const size = { width: picture.width, height: picture.height };
  picture.close();
  return size;
}
