import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';
import { fieldPosts } from './seed/field-posts.ts';
import { seeingPosts } from './seed/seeing-posts.ts';

const DAY_MS = 86_400_000;

/** The journal of Lumen, and one post of it still being written. */
export const seed: Seed = async ({ sql, accounts, member, upload, now }) => {
  const drawn = new Map<string, Promise<string>>();
  const draw = (name: string) => {
    const kept =
      drawn.get(name) ??
      readFile(join(root, 'src/features/posts/seed', name)).then((body) =>
        upload(accounts.demo, `public/posts/${name}`, body, 'image/svg+xml'),
      );
    drawn.set(name, kept);
    return kept;
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
  await sql.query(
    `insert into public.posts (account_id, title, slug, excerpt, content)
     values ($1, 'Notes for a piece on moonlight', 'notes-on-moonlight', 'Not finished.',
       '<p>Moonlight is sunlight, four hundred thousand times fainter. Why do films make it blue?</p>')`,
    [accounts.demo],
  );
};
