import { useSyncExternalStore } from 'react';
import type { Upload as TusUpload } from 'tus-js-client';
import { queryClient } from '#base/browser/query-client.ts';
import { errorText } from '#base/shared/call.ts';
import type { Db } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { pathOf, typeOfFile } from '../rules.ts';
import type { MediaFile } from '../schema.ts';
import { deleteStoredUpload, type StoredUpload, storeUpload, unfinishedUploads } from './kept-uploads.ts';

export type UploadState = 'waiting' | 'sending' | 'paused' | 'failed' | 'done';

/** State of an upload as screens show it. */
export type Upload = {
  id: string;
  account_id: string;
  name: string;
  path: string;
  size: number;
  percent: number;
  state: UploadState;
  /** Error message of the storage server; empty after a network failure. */
  problem: string;
};

/** Credentials and target of an upload. */
export type UploadContext = { db: Db; site: Pick<Site, 'backend'>; account_id: string };

/** Parallel uploads; further files are queued. */
const MAX_PARALLEL = 3;
/** Chunk size the hosted storage requires; a lost connection costs at most one chunk. */
const CHUNK_BYTES = 6 * 1024 * 1024;
const RETRY_MS = [0, 1000, 3000, 8000];
/** `Cache-Control` of uploads in seconds: how long browsers may show a replaced file. */
const CACHE_SECONDS = '60';

type Entry = {
  upload: Upload;
  stored: StoredUpload;
  sender: UploadContext;
  tus: TusUpload | null;
  onSettled?: (isDone: boolean) => void;
  /** Releases the Web Lock, so that other windows of this browser may resume the upload. */
  release?: () => void;
};

// One queue per page load: uploads continue while the user navigates.
const entries = new Map<string, Entry>();
const readers = new Set<() => void>();
const restored = new Set<string>();
let snapshot: readonly Upload[] = [];
const none: readonly Upload[] = [];

function publish(): void {
  snapshot = [...entries.values()].map((entry) => entry.upload);
  for (const read of readers) read();
}

function show(entry: Entry, change: Partial<Upload>): void {
  if (!entries.has(entry.stored.id)) return;
  entry.upload = { ...entry.upload, ...change };
  publish();
}

function startNext(): void {
  const all = [...entries.values()];
  let free = MAX_PARALLEL - all.filter(({ upload: { state } }) => state === 'sending').length;
  for (const entry of all) {
    if (free <= 0) return;
    if (entry.upload.state !== 'waiting') continue;
    free--;
    show(entry, { state: 'sending', problem: '' });
    void send(entry).catch((error: Error) => fail(entry, error.message));
  }
}

function fail(entry: Entry, problem: string): void {
  show(entry, { state: 'failed', problem });
  entry.onSettled?.(false);
  startNext();
}

async function send(entry: Entry): Promise<void> {
  const { stored, sender } = entry;
  const { Upload: Tus, DetailedError } = await import('tus-js-client');
  const { width, height, folder_id, name } = stored;
  const userMetadata = { name, ...(folder_id ? { folder_id } : {}), ...(width && height ? { width, height } : {}) };
  const upload = new Tus(stored.file, {
    endpoint: `${sender.site.backend.url || location.origin}/storage/v1/upload/resumable`,
    uploadUrl: stored.url,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    headers: { apikey: sender.site.backend.anon_key, 'x-upsert': String(stored.isReplacing) },
    metadata: {
      bucketName: stored.account_id,
      objectName: stored.path,
      contentType: stored.type,
      cacheControl: CACHE_SECONDS,
      metadata: JSON.stringify(userMetadata),
    },
    onBeforeRequest: async (request) => {
      // Read per request: a long upload outlives its access token.
      const { data } = await sender.db.auth.getSession();
      request.setHeader('authorization', `Bearer ${data.session?.access_token ?? sender.site.backend.anon_key}`);
    },
    onUploadUrlAvailable: () => {
      stored.url = upload.url;
      void storeUpload(stored);
    },
    onProgress: (sent, total) => show(entry, { percent: Math.min(99, (100 * sent) / Math.max(total, 1)) }),
    onSuccess: () => {
      void deleteStoredUpload(stored.id);
      show(entry, { state: 'done', percent: 100 });
      entry.onSettled?.(true);
      entry.release?.();
      void queryClient.invalidateQueries({ queryKey: ['media', stored.account_id] });
      startNext();
    },
    onError: (error) => {
      const response = error instanceof DetailedError ? error.originalResponse : null;
      if (response && response.getStatus() >= 400 && response.getStatus() < 500) {
        // An upload the server rejected for good is not resumed after a reload.
        void deleteStoredUpload(stored.id);
        stored.url = null;
      }
      void errorText(response?.getBody() ?? '').then((message) => fail(entry, message));
    },
  });
  entry.tus = upload;
  if (entry.upload.state === 'sending') upload.start();
}

const lockOf = (id: string) => `media-upload-${id}`;

function enqueue(stored: StoredUpload, sender: UploadContext, onSettled?: (isDone: boolean) => void): void {
  const { id, account_id, name, path, file } = stored;
  const state = { percent: 0, state: 'waiting', problem: '' } as const;
  const entry: Entry = {
    stored,
    sender,
    tus: null,
    onSettled,
    upload: { id, account_id, name, path, size: file.size, ...state },
  };
  entries.set(id, entry);
  void navigator.locks?.request(lockOf(id), () => new Promise<void>((release) => (entry.release = release)));
}

/** Natural size of an image in pixels, where the browser can decode it. */
async function sizeOf(file: Blob): Promise<{ width: number; height: number } | null> {
  if (!file.type.startsWith('image/')) return null;
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Uploads files into a folder, or one as replacement of an existing file, which keeps its URL. Returns a promise for
 * each file: true when stored, false when it failed or was cancelled.
 */
export async function sendFiles(
  sender: UploadContext,
  files: readonly File[],
  target: { folder_id: string | null; replaces?: Pick<MediaFile, 'path' | 'name'> },
): Promise<Promise<boolean>[]> {
  const { data } = await sender.db.auth.getSession();
  const user_id = data.session?.user.id ?? '';
  const results: Promise<boolean>[] = [];
  for (const file of files) {
    const size = await sizeOf(file);
    const stored: StoredUpload = {
      id: crypto.randomUUID(),
      account_id: sender.account_id,
      user_id,
      file,
      type: typeOfFile(file),
      name: target.replaces?.name ?? file.name,
      path: target.replaces?.path ?? pathOf(file.name, crypto.randomUUID().slice(0, 8)),
      folder_id: target.folder_id,
      isReplacing: target.replaces !== undefined,
      width: size?.width ?? null,
      height: size?.height ?? null,
      url: null,
    };
    void storeUpload(stored);
    results.push(new Promise((settle) => enqueue(stored, sender, settle)));
    publish();
    startNext();
  }
  return results;
}

/**
 * Resumes the uploads a reload or a closed window interrupted; runs once per page load. Returns how many there were.
 */
export async function resumeUnfinished(sender: UploadContext): Promise<number> {
  if (restored.has(sender.account_id)) return 0;
  restored.add(sender.account_id);
  const { data } = await sender.db.auth.getSession();
  const left = await unfinishedUploads(sender.account_id, data.session?.user.id ?? '');
  // An upload that another window of this browser is sending holds its Web Lock and is skipped.
  const heldLocks = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
  const unclaimed = left.filter(({ id }) => !entries.has(id) && !heldLocks.includes(lockOf(id)));
  for (const stored of unclaimed) enqueue(stored, sender);
  publish();
  startNext();
  return unclaimed.length;
}

export function pauseUpload(id: string): void {
  const entry = entries.get(id);
  if (!entry) return;
  show(entry, { state: 'paused' });
  void entry.tus?.abort();
  startNext();
}

/** Resumes an upload after a pause or a failure. */
export function resumeUpload(id: string): void {
  const entry = entries.get(id);
  if (!entry) return;
  show(entry, { state: 'waiting', problem: '' });
  startNext();
}

/** Cancels an upload, or removes a finished one from the list. */
export function cancelUpload(id: string): void {
  const entry = entries.get(id);
  if (!entry) return;
  entries.delete(id);
  publish();
  if (entry.upload.state !== 'done') void entry.tus?.abort(true).catch(() => undefined);
  void deleteStoredUpload(id);
  entry.onSettled?.(false);
  entry.release?.();
  startNext();
}

export function clearFinished(): void {
  for (const [id, entry] of entries) if (entry.upload.state === 'done') entries.delete(id);
  publish();
}

function subscribe(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

/** The uploads of an account. */
export function useUploads(account_id: string): readonly Upload[] {
  const all = useSyncExternalStore(
    subscribe,
    () => snapshot,
    () => none,
  );
  return all.filter((upload) => upload.account_id === account_id);
}
