import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';
import { fieldPosts } from './seed/field-posts.ts';
import { seeingPosts } from './seed/seeing-posts.ts';

const DAY_MS = 86_400_000;

/** Posts of Lumen's journal, one of them still a draft. */
export const seed: Seed = async ({ sql, accounts, member, upload, now }) => {
  const uploads = new Map<string, Promise<string>>();
  const draw = (name: string) => {
    const revision =
      uploads.get(name) ??
      readFile(join(root, 'src/features/content/posts/seed', name)).then((body) =>
        upload(accounts.demo, `public/posts/${name}`, body, 'image/svg+xml'),
      );
    uploads.set(name, revision);
    return revision;
  };
  for (const post of [...seeingPosts, ...fieldPosts]) {
    const cover = { image: await draw(post.cover.drawing), alt: post.cover.alt, width: 960, height: 640 };
    await sql.query(
      `insert into public.posts (account_id, title, slug, excerpt, content, cover, categories, tags, settings, author_id, status, published_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'published', $11)`,
      [
        accounts.demo,
        post.title,
        post.slug,
        post.excerpt,
        post.html,
        JSON.stringify(cover),
        post.categories,
        post.tags,
        JSON.stringify({ featured: post.featured === true }),
        await member(accounts.demo, post.author),
        new Date(now.getTime() - post.daysAgo * DAY_MS),
      ],
    );
  }
  // One post has two authors.
  await sql.query(
    `insert into public.post_authors (account_id, post_id, author_id, position)
     select account_id, id, $2, 2 from public.posts where account_id = $1 and slug = 'why-shade-is-blue'`,
    [accounts.demo, await member(accounts.demo, 'instructor@demo.test')],
  );
  // An older version of one post, before its second publication.
  await sql.query(
    `insert into public.versions (account_id, kind, subject_id, state, content, created_at)
     select account_id, 'post', id, 'published',
         private.content_of('post', to_jsonb(p) || '{"title": "Why shadows are blue"}'), published_at
       from public.posts p where account_id = $1 and slug = 'why-shade-is-blue'`,
    [accounts.demo],
  );
  await sql.query(
    `insert into public.posts (account_id, title, slug, excerpt, content)
     values ($1, 'Notes for a piece on moonlight', 'notes-on-moonlight', 'Not finished.',
       '<p>Moonlight is sunlight, four hundred thousand times fainter. Why do films make it blue?</p>')`,
    [accounts.demo],
  );
  await sql.query(
    `insert into public.previews (account_id, kind, subject_id, token_hash, expires_at)
     select account_id, 'post', id, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), now() + interval '30 days'
       from public.posts where account_id = $1 and slug = 'notes-on-moonlight'`,
    [accounts.demo],
  );
};
