import { type Api, requireCapability } from '#base/server/api.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';

/** Uploaded files are always served as downloads, never opened within the site. */
export const api: Api = (router, { database }) => {
  router.get(paths.formFile(':id'), async (context) => {
    const caller = await requireCapability(context, database, 'manage_options');
    const rows = await database
      .as(caller)
      .query<{ name: string; content: string }>(
        `select name, encode(content, 'base64') as content from public.form_files where account_id = $1 and id = $2::uuid`,
        [context.get('account').account_id, context.req.param('id')],
      );
    const file = rows[0];
    if (!file) throw errors.notFound('This file no longer exists.');
    const plain = file.name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
    return new Response(Buffer.from(file.content, 'base64'), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  });
};
