import { fileTypeFromBuffer } from 'file-type';
import { type Api, bodyOf, requireCapability } from '#base/server/api.ts';
import { safeGet } from '#base/server/safe-get.ts';
import { AppError } from '#base/shared/errors.ts';
import { MAX_PICTURE_BYTES } from './rules.ts';
import { pictureAddress } from './schema.ts';

/** Image types fetched for pasted URLs; SVG may hold scripts and has to be uploaded by hand. */
const FETCHABLE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/avif', 'image/webp'];
/** Fetches per user in ten minutes. */
const MAX_PER_USER = 100;

// One message for every failure: a different one would reveal which hosts exist in our own network.
const notFetched = () =>
  new AppError(
    422,
    'picture_not_fetched',
    'The image could not be fetched from its URL. Save it on your device and upload it.',
  );

export const api: Api = (router, { database, limit, mayReach }) => {
  /** Fetches an image from another site, for users who may upload; the browser then uploads the bytes as usual. */
  router.post('/api/media/fetch-picture', async (context) => {
    const caller = await requireCapability(context, database, 'staff');
    const { address } = await bodyOf(context, pictureAddress);
    await limit(`fetch-picture:${caller.claims.sub}`, MAX_PER_USER, 600);
    const outcome = await safeGet(address, {
      accept: FETCHABLE_TYPES.join(', '),
      maxBytes: MAX_PICTURE_BYTES,
      mayReach,
    });
    if (outcome.problem === 'too_large')
      throw new AppError(422, 'picture_not_fetched', 'The image is larger than 10 MB. Make it smaller and upload it.');
    if (outcome.bytes === null) throw notFetched();
    const type = (await fileTypeFromBuffer(outcome.bytes).catch(() => undefined))?.mime ?? '';
    if (!FETCHABLE_TYPES.includes(type))
      throw new AppError(422, 'picture_not_fetched', 'The file at this URL is not an image that pages can show.');
    return context.body(outcome.bytes, 200, {
      'content-type': type,
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
};
