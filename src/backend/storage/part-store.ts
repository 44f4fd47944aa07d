import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { StorageContext } from './context.ts';
import {
  abortUpload,
  addPart,
  declareLength,
  findUpload,
  type UnfinishedUpload,
  UPLOAD_LIFETIME_MS,
} from './unfinished.ts';

/** Maximum bytes of one part; a broken connection loses less than that. */
const PART_BYTES = 8 * 1024 * 1024;

/** Stores unfinished uploads for the TUS library: in parts, with rows in the database. */
export class PartStore extends DataStore {
  readonly #context: StorageContext;

  constructor(context: StorageContext) {
    super();
    this.#context = context;
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration'];
  }

  async #find(id: string): Promise<UnfinishedUpload> {
    const upload = await findUpload(this.#context, id, 'tus');
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    return upload;
  }

  /** The row exists already: it was written with the caller's rights. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    return new Upload({
      id,
      size: row.upload_length === null ? undefined : Number(row.upload_length),
      offset: Number(row.in_progress_size),
      metadata: row.tus_metadata ?? undefined,
      creation_date: row.created_at.toISOString(),
    });
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await declareLength(this.#context, id, length);
  }

  override async remove(id: string): Promise<void> {
    if (!(await abortUpload(this.#context, id))) throw ERRORS.FILE_NOT_FOUND;
  }

  /** Stores the bytes in parts; after a broken connection the finished parts count. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#find(id);
    const source = stream[Symbol.asyncIterator]();
    let at = offset;
    let isOver = false;
    let broken: unknown = null;

    async function* piece(): AsyncGenerator<Uint8Array> {
      let size = 0;
      while (size < PART_BYTES) {
        try {
          const next = await source.next();
          if (next.done) isOver = true;
          else {
            size += next.value.byteLength;
            yield next.value;
            continue;
          }
        } catch (error) {
          broken = error;
          isOver = true;
        }
        return;
      }
    }

    while (!isOver) {
      const version = randomUUID();
      const received = await this.#context.store.receive(version, piece());
      if (received.size === 0) {
        await received.discard();
        break;
      }
      await received.commit();
      if (!(await addPart(this.#context, upload, { version, size: received.size, etag: received.etag, offset: at }))) {
        await this.#context.store.remove(version);
        throw ERRORS.INVALID_OFFSET;
      }
      at += received.size;
    }
    if (broken) throw broken;
    return at;
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS;
  }
}
