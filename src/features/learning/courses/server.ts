import sanitizeHtml, { type Tag } from 'sanitize-html';
import { type Api, bodyOf, requireSession } from '#base/server/api.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { savedLesson } from './lessons/schema.ts';
import { courseDetails } from './schema.ts';

const MAX_BODY_LENGTH = 200_000;

/** Saves courses and lessons with sanitized HTML; the database rejects anything else. */
export const api: Api = (router, { database }) => {
  router.put('/api/courses/:id', async (context) => {
    const { caller } = requireSession(context);
    const details = await bodyOf(context, courseDetails, 262_144);
    const rows = await database
      .as(caller)
      .query<{ slug: string; description: string }>(
        `update public.courses set title = $3, slug = $4, summary = $5, description = $6, featured_image = $7, trailer_url = $8, outcomes = $9,
           level = $10, language = $11, visibility = $12, access = $13, category_id = $14,
           has_discussions = coalesce($15, has_discussions)
          where account_id = $1 and id = $2 returning slug, description`,
        [
          context.get('account').account_id,
          idOf(context.req.param('id')),
          details.title,
          details.slug,
          details.summary,
          cleanMarkup(details.description, 50_000),
          details.featured_image === null ? null : JSON.stringify(details.featured_image),
          details.trailer_url,
          JSON.stringify(details.outcomes),
          details.level,
          details.language,
          details.visibility,
          details.access,
          details.category_id,
          details.has_discussions ?? null,
        ],
      )
      .catch(throwSlugTaken);
    if (!rows[0]) throw errors.notFound('There is no such course here that you can edit.');
    return context.json(rows[0]);
  });

  router.put('/api/courses/:course/lessons/:lesson', async (context) => {
    const { caller } = requireSession(context);
    const { content, version, activity, ...lesson } = await bodyOf(context, savedLesson, 2_097_152);
    const sanitized = { ...content, body: cleanMarkup(content.body, MAX_BODY_LENGTH) };
    const [row] = await database
      .as(caller)
      .query<{ saved: unknown }>('select public.save_lesson($1, $2, $3::jsonb, $4::jsonb, $5, $6::jsonb) as saved', [
        idOf(context.req.param('course')),
        idOf(context.req.param('lesson')),
        JSON.stringify(lesson),
        JSON.stringify(sanitized),
        version,
        activity ? JSON.stringify(activity) : null,
      ]);
    return context.json(row?.saved as object);
  });
};

function idOf(input: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(input)) return input;
  throw errors.notFound();
}

function throwSlugTaken(error: unknown): never {
  if ((error as { code?: string }).code !== '23505') throw error;
  throw errors.invalid('Some fields are not valid.', { slug: 'Another course already uses this address.' });
}

const allowedTags =
  'p h2 h3 h4 ul ol li strong em u s code pre blockquote figure figcaption sub sup table thead tbody tr th td br hr';
const discardedTag: Tag = { tagName: 'nothing', attribs: {} };

/**
 * Sanitizes HTML: keeps text, structure, links and pictures, in the spelling that
 * `private.is_plain_markup` accepts. Other tags are removed, their text is kept.
 *
 * @throws {AppError} 422 when more than `limit` characters remain.
 */
export function cleanMarkup(html: string, limit: number): string {
  const sanitized = sanitizeHtml(html, {
    allowedTags: [...allowedTags.split(' '), 'a', 'img'],
    allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 40,
    transformTags: {
      b: 'strong',
      i: 'em',
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      del: 's',
      a: (_, { href = '' }): Tag => {
        if (!/^(https?:\/\/|mailto:|\/(?![/\\])|#)[^\s\p{Cc}"<>]*$/u.test(href)) return discardedTag;
        const newTab: Record<string, string> = /^https?:/.test(href) ? { target: '_blank', rel: 'noopener' } : {};
        return { tagName: 'a', attribs: { href, ...newTab } };
      },
      img: (_, { src = '', alt = '', width = '', height = '' }): Tag => {
        if (!/^(https:\/\/|\/(?![/\\]))[^\s\p{Cc}"<>]*$/u.test(src)) return discardedTag;
        const size: Record<string, string> =
          /^\d{1,5}$/.test(width) && /^\d{1,5}$/.test(height) ? { width, height } : {};
        return { tagName: 'img', attribs: { src, alt, ...size } };
      },
    },
  });
  if (sanitized.length > limit) {
    throw new AppError(422, 'invalid', `This text is longer than the limit of ${limit} characters.`);
  }
  return sanitized;
}
