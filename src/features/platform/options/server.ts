import { type Api, bodyOf, requireCapability } from '#base/server/api.ts';
import { readBytes } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { validationMessage } from '#base/shared/validation-messages.ts';
import { paths } from '#paths';
import { cacheKey, cachePath, defaultsRequest, previewRequest } from './schema.ts';

const MAX_PREVIEW_BYTES = 1_048_576;

export const api: Api = (router, tools) => {
  const { database } = tools;

  router.post(paths.accountDefaults(), async (context) => {
    const { account_id } = await bodyOf(context, defaultsRequest);
    const account = account_id ?? context.get('account').account_id;
    const caller = await requireCapability(context, database, 'staff', account);
    const [row] = await database
      .as(caller)
      .query<{ value: unknown }>("select value from public.options where account_id = $1 and key = 'bunnyCreds'", [
        account,
      ]);
    return context.json(row ? { status: true, bunnyCreds: row.value } : { status: false });
  });

  router.get(paths.revalidateCache(), async (context) => {
    const site = context.req.query('site');
    await requireCapability(context, database, 'manage_options', site);
    const path = cachePath.safeParse(context.req.query('path') ?? '');
    if (!path.success) throw errors.invalid('This is not a path.', { path: 'Enter a path of the site.' });
    const pagePath = path.data || '/';
    // The page cache is keyed by the percent-encoded path, as browsers request it.
    const { pathname } = new URL(pagePath.startsWith('/') ? pagePath : `/${pagePath}`, 'http://site');
    await tools.pages.dropPath(context.get('account').account_id, pathname);
    return context.json({ revalidated: true, path: pagePath });
  });

  // A form post, because its target is an iframe: renders a page of the site with the editor's unsaved options.
  router.post(paths.sitePreview(), async (context) => {
    const caller = await requireCapability(context, database, 'manage_options');
    await tools.limit(`preview:${String(caller.claims.sub)}`, 240, 60);
    const { path, lang, options } = await readPreview(context.req.raw);
    const draftOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const page = await tools.preview(context.get('account'), path, lang, draftOptions);
    if (!page) throw errors.notFound('There is no page to preview at this address.');
    return page;
  });

  router.get(paths.invalidateCache(), async (context) => {
    await requireCapability(context, database, 'manage_options', context.req.query('account_id'));
    const key = cacheKey.safeParse(context.req.query('key'), { error: validationMessage });
    if (!key.success)
      throw errors.invalid('This is not a key of the cache.', { key: key.error.issues[0]?.message ?? '' });
    const account = context.get('account').account_id;
    await tools.pages.drop([`options:${account}`, `options:${account}:${key.data.slice('getSiteOption-'.length)}`]);
    return context.json({ invalidated: true, key: key.data });
  });
};

/** The preview form of a request: the path, the language and the unsaved options. */
async function readPreview(request: Request) {
  const bytes = await readBytes(request, MAX_PREVIEW_BYTES);
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  let options: unknown;
  try {
    options = JSON.parse(form.get('options') ?? '');
  } catch {
    throw errors.malformed();
  }
  const parsed = previewRequest.safeParse(
    { path: form.get('path') ?? '/', lang: form.get('lang') ?? 'en', options },
    { error: validationMessage },
  );
  if (!parsed.success)
    throw errors.invalid(
      'This can’t be previewed.',
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'options', message])),
    );
  return parsed.data;
}
