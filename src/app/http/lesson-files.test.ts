import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';

/** A lesson's file is put there by one person and opened by another, on the host where both are signed in. */
const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = document.cookie</script></svg>';

let world: World;
let app: AppWorld;
let socket: Listening;
let lesson: { course_id: string; id: string };
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  socket = await listening(app);
  const [row] = await world.sql.query<{ course_id: string; id: string }>(
    `select l.course_id, l.id from public.lessons l join public.courses c on c.id = l.course_id
      where l.account_id = $1 and c.slug = 'light-and-exposure' and l.is_published limit 1`,
    [world.demo],
  );
  if (!row) throw new Error('The demo has no lesson.');
  lesson = row;
});
afterAll(async () => {
  await socket.close();
  await app.close();
  await world.close();
});

async function lessonStore(email: string) {
  const token = (await app.signIn('demo', email)).access_token;
  return createClient(socket.origin('demo'), app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    accessToken: async () => token,
  }).storage.from(`${world.demo}-private`);
}

test.each([
  ['a drawing with a script in it', 'drawing.svg', 'image/svg+xml', false],
  ['a page that calls itself text', 'page.txt', 'text/plain', true],
])('%s runs nothing for who opens it from a lesson', async (_, name, type, isAttachment) => {
  const path = `courses/${lesson.course_id}/${lesson.id}/${name}`;
  const teacher = await lessonStore('instructor@demo.test');
  const body = name.endsWith('.svg') ? SCRIPT : `<!doctype html>${SCRIPT}`;
  expect(
    (await teacher.upload(path, new Blob([body], { type }), { contentType: type, upsert: true })).error,
  ).toBeNull();

  const student = await lessonStore('student@demo.test');
  const { data } = await student.createSignedUrl(path, 60);
  const response = await fetch(data?.signedUrl ?? '');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; sandbox");
  expect(policy).not.toContain('allow-scripts');
  expect(response.headers.get('content-disposition')?.startsWith('attachment;') ?? false).toBe(isAttachment);
  await response.body?.cancel();
});

test('a page is no file of a lesson', async () => {
  const path = `courses/${lesson.course_id}/${lesson.id}/page.html`;
  const teacher = await lessonStore('instructor@demo.test');
  const { error } = await teacher.upload(path, new Blob([SCRIPT], { type: 'text/html' }), { contentType: 'text/html' });
  expect(error).toMatchObject({ statusCode: '415' });
  // Not under another name either.
  const { error: disguised } = await teacher.upload(
    path.replace('.html', '.png'),
    new Blob([SCRIPT], { type: 'image/png' }),
    { contentType: 'image/png' },
  );
  expect(disguised).not.toBeNull();
});
