/** An unfinished upload in IndexedDB: the file and its resumable upload URL, so that it survives a reload. */
export type StoredUpload = {
  id: string;
  account_id: string;
  user_id: string;
  file: File;
  type: string;
  name: string;
  path: string;
  folder_id: string | null;
  isReplacing: boolean;
  width: number | null;
  height: number | null;
  /** Upload URL of the storage server; null before its first response. */
  url: string | null;
};

const STORE_NAME = 'uploads';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('media-uploads', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE_NAME, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<Result>(
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE_NAME, mode);
      const request = operation(transaction.objectStore(STORE_NAME));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Stores an upload in this browser. Where IndexedDB is full or missing, the upload lives as long as the page. */
export async function storeUpload(upload: StoredUpload): Promise<void> {
  await run('readwrite', (store) => store.put(upload)).catch(() => undefined);
}

export async function deleteStoredUpload(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id)).catch(() => undefined);
}

/** Unfinished uploads of a user in an account, from this browser. */
export async function unfinishedUploads(account_id: string, user_id: string): Promise<StoredUpload[]> {
  const all = await run<StoredUpload[]>('readonly', (store) => store.getAll()).catch(() => []);
  return all.filter((upload) => upload.account_id === account_id && upload.user_id === user_id);
}
