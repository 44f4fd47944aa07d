import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createRenderQueue, type RenderRequester, type RenderShares } from './render-turns.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { StorageError, storageErrors } from './storage-error.ts';
import { type Transform, transformText } from './transform.ts';

/** Output formats of rendering. */
export type Output = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

export type PictureLimits = {
  /** Maximum bytes of a source picture. */
  sourceBytes: number;
  /** Maximum pixels of a source picture. */
  sourcePixels: number;
  /** Concurrent renderings; others wait. */
  atOnce: number;
  /** Bytes of rendered pictures cached on disk. */
  cacheBytes: number;
  /** Shares of visitors and buckets in the render queue; absent: no shares. */
  shares?: RenderShares;
};

/** The published limits of the hosted service; two concurrent renderings keep a small machine responsive. */
export const PICTURE_LIMITS: PictureLimits = {
  sourceBytes: 25 * 1024 * 1024,
  sourcePixels: 50_000_000,
  atOnce: 2,
  cacheBytes: 1024 * 1024 * 1024,
};

const WAITING = 200;
const PATIENCE_SECONDS = 30;

const SAME: Record<string, Output> = {
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/tiff': 'jpeg',
};

/** The output format that keeps a picture's type; undefined for types that can't be rendered. */
export function outputOf(mimetype: string): Output | undefined {
  return Object.hasOwn(SAME, mimetype) ? SAME[mimetype] : undefined;
}

export type Pictures = {
  /**
   * The rendered picture of `version`, from the cache if possible. `source` is called only to render it.
   * @throws {StorageError} 422 for an invalid or too large picture; 429 over a share; 503 if the queue is full.
   */
  render(
    version: string,
    transform: Transform,
    output: Output,
    source: () => Promise<ReadableStream<Uint8Array> | null>,
    requester: RenderRequester,
  ): Promise<{ size: number; bytes: ReadableStream<Uint8Array> }>;
  /** Cache key of one rendering of a picture. */
  keyOf(transform: Transform, output: Output): string;
};

export function createPictures(cache: RenderedCache, limits: PictureLimits): Pictures {
  // Each rendering uses one thread; more would only compete.
  sharp.concurrency(1);
  sharp.cache(false);
  const renderQueue = createRenderQueue(limits.atOnce, WAITING, limits.shares);
  const pending = new Map<string, Promise<void>>();

  async function renderPicture(
    version: string,
    key: string,
    transform: Transform,
    output: Output,
    source: () => Promise<ReadableStream<Uint8Array> | null>,
  ): Promise<void> {
    const stream = await source();
    if (!stream) throw storageErrors.noSuchKey();
    const original = await collect(stream, limits.sourceBytes);
    const bytes = await paint(original, transform, output, limits.sourcePixels);
    await cache.write(version, key, bytes);
  }

  const keyOf = (transform: Transform, output: Output) =>
    createHash('sha256')
      .update(`${transformText(transform)} ${output}`)
      .digest('hex')
      .slice(0, 32);

  return {
    keyOf,
    render: async (version, transform, output, source, requester) => {
      const key = keyOf(transform, output);
      const ready = await cache.read(version, key);
      if (ready) return ready;
      const name = `${version}/${key}`;
      let work = pending.get(name);
      if (!work) {
        work = renderQueue
          .run(requester, () => renderPicture(version, key, transform, output, source))
          .finally(() => pending.delete(name));
        pending.set(name, work);
      }
      await work;
      const cached = await cache.read(version, key);
      if (!cached) throw storageErrors.slowDown();
      return cached;
    },
  };
}

async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) throw unrenderable('The picture is too large to be rendered.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

async function paint(
  original: Buffer,
  { width, height, resize, quality }: Transform,
  output: Output,
  pixels: number,
): Promise<Buffer> {
  try {
    const picture = sharp(original, { limitInputPixels: pixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: PATIENCE_SECONDS })
      .autoOrient();
    if (width !== undefined || height !== undefined) {
      picture.resize({ width, height, fit: FITS[resize], withoutEnlargement: resize !== 'fill' });
    }
    switch (output) {
      case 'jpeg':
        picture.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true });
        break;
      case 'png':
        picture.png({ compressionLevel: 9 });
        break;
      case 'webp':
        picture.webp({ quality });
        break;
      case 'avif':
        picture.avif({ quality, effort: 2 });
        break;
      default:
        picture.gif();
    }
    return await picture.toBuffer();
  } catch (error) {
    throw unrenderable(
      /pixel limit/i.test((error as Error).message)
        ? 'The picture has too many pixels to be rendered.'
        : 'The file is not a picture that can be rendered.',
    );
  }
}

export function unrenderable(message: string): StorageError {
  return new StorageError(422, 'InvalidRequest', message, { error: 'Unprocessable Entity' });
}
