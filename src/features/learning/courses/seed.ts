import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed, Seeding } from '#base/server/seeding.ts';
import { demoLessons } from './rules.ts';
import { type CourseText, type LessonText, readCourse } from './seed/course-text.ts';
import { exposureCaptions, makeExposureVideo } from './seed/exposure-video.ts';
import { histogramWorksheet, metronome } from './seed/small-files.ts';

const file = (name: string) => join(root, 'src/features/learning/courses/seed', name);

const categories = {
  demo: [
    ['Photography', 'photography', 'Light, time and a box with a hole in it.'],
    ['Night sky', 'night-sky', 'What is up there, from where you live.'],
    ['Close up', 'close-up', 'Cells, leaves and other small neighbours.'],
    ['Colour', 'colour', 'From the lens to the print.'],
  ],
  atelier: [
    ['الرسم', 'drawing', 'قلم رصاص وورق وصبر.'],
    ['الطباعة اليدوية', 'printmaking', 'قوالب وحبر وطاولة مطبخ.'],
  ],
} as const;

const courses = {
  demo: [
    'light-and-exposure',
    'seeing-cells',
    'astrophotography-from-a-city-balcony',
    'macro-botany',
    'colour-you-can-trust',
    'a-pinhole-camera-in-an-afternoon',
    'reading-a-landscape',
  ],
  atelier: ['drawing-hands', 'your-first-linocut'],
} as const;

/** Courses of the two demo accounts, and the student's progress. */
export const seed: Seed = async (seeding) => {
  for (const slug of ['demo', 'atelier'] as const) {
    const account = seeding.accounts[slug];
    for (const [position, [name, address, description]] of categories[slug].entries()) {
      await seeding.sql.query(
        'insert into public.course_categories (account_id, name, slug, description, position) values ($1, $2, $3, $4, $5)',
        [account, name, address, description, position],
      );
    }
    const author = await seeding.member(account, slug === 'demo' ? 'instructor@demo.test' : 'owner@atelier.test');
    for (const [sort, name] of courses[slug].entries()) {
      await makeCourse(seeding, account, author, readCourse(await readFile(file(`${name}.md`), 'utf8')), sort);
    }
  }
  await inviteInstructor(seeding);
  await setAvailability(seeding);
  await addCohorts(seeding);
  await enrolStudents(seeding);
  await openGroup(seeding);
  await resetOnce(seeding);
  await writeNotes(seeding);
  await writeReviews(seeding);
};

/** The group of those in their first weeks is open to whoever is in the first course. */
async function openGroup({ sql, accounts }: Seeding): Promise<void> {
  await sql.query(
    `insert into public.group_sources (account_id, group_id, kind, source_id, title, path, is_offered)
     select c.account_id, g.id, 'course', c.id, c.title, '/course/' || c.slug, true
       from public.courses c join public.groups g on g.account_id = c.account_id and g.slug = 'first-hundred-frames'
      where c.account_id = $1 and c.slug = 'light-and-exposure'`,
    [accounts.demo],
  );
  await sql.query(
    `select private.sync_course_groups(e.account_id, e.course_id, e.member_id) from public.enrolments e
       join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id) where c.account_id = $1 and c.slug = 'light-and-exposure'`,
    [accounts.demo],
  );
}

/** Makes the owner a second instructor of a demo course. */
async function inviteInstructor({ sql, accounts, member }: Seeding): Promise<void> {
  await sql.query(
    `insert into public.course_instructors (account_id, course_id, member_id)
     select account_id, id, $2 from public.courses where account_id = $1 and slug = 'astrophotography-from-a-city-balcony'`,
    [accounts.demo, await member(accounts.demo, 'owner@demo.test')],
  );
}

/** A course that needs another first, whose lessons open one after the other, two days apart. */
async function setAvailability({ sql, accounts }: Seeding): Promise<void> {
  await sql.query(
    `with course as (
         select c.account_id, c.id, needed.id as needed_id from public.courses c
           join public.courses needed on needed.account_id = c.account_id and needed.slug = 'light-and-exposure'
          where c.account_id = $1 and c.slug = 'astrophotography-from-a-city-balcony'),
       lesson as (
         select l.account_id, l.id, l.course_id, row_number() over (order by s.position, l.position) as number
           from course join public.lessons l on (l.account_id, l.course_id) = (course.account_id, course.id)
           join public.sections s on (s.account_id, s.id) = (l.account_id, l.section_id))
     insert into public.availability_rules (account_id, id, course_id, conditions)
     select account_id, id, id, jsonb_build_object('kind', 'course', 'course', needed_id) from course
     union all
     select account_id, id, course_id, jsonb_build_object('kind', 'days', 'days', 2 * (number - 1), 'time', '18:00') from lesson where number > 1`,
    [accounts.demo],
  );
}

async function makeCourse(
  seeding: Seeding,
  account: string,
  author: string,
  text: CourseText,
  sort: number,
): Promise<void> {
  const { sql } = seeding;
  const svg = await readFile(file(text.image), 'utf8');
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const image = await seeding.upload(account, `public/courses/${text.slug}.svg`, svg, 'image/svg+xml');
  // Courses are published in reverse sort order: the one that is shown first was published last.
  const published = new Date(seeding.now.getTime() - (sort + 1) * 9 * 86_400_000);
  const course = await singleRow(
    sql.query<{ id: string }>(
      `insert into public.courses (account_id, title, slug, summary, description, featured_image, outcomes, level, status, access,
         category_id, author_id, sort, published_at, language)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select id from public.course_categories where account_id = $1 and slug = $11),
         $12, $13, $14, $15) returning id`,
      [
        account,
        text.title,
        text.slug,
        text.summary,
        text.description,
        JSON.stringify({ image, alt: text.alt, width: Number(width), height: Number(height) }),
        JSON.stringify(text.outcomes),
        text.level,
        text.status,
        text.access,
        text.category,
        author,
        sort,
        text.status === 'published' ? published : null,
        text.language,
      ],
    ),
  );
  for (const [sectionIndex, section] of text.sections.entries()) {
    const { id } = await singleRow(
      sql.query<{ id: string }>(
        'insert into public.sections (account_id, course_id, title, position) values ($1, $2, $3, $4) returning id',
        [account, course.id, section.title, sectionIndex + 1],
      ),
    );
    for (const [position, lesson] of section.lessons.entries()) {
      await makeLesson(seeding, { account, course: course.id, section: id }, lesson, position + 1);
    }
  }
}

async function makeLesson(
  seeding: Seeding,
  at: { account: string; course: string; section: string },
  lesson: LessonText,
  position: number,
): Promise<void> {
  const fixedId = Object.values(demoLessons).find((demoLesson) => demoLesson.title === lesson.title)?.id ?? null;
  const { id } = await singleRow(
    seeding.sql.query<{ id: string }>(
      `insert into public.lessons (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, position)
       values ($1, coalesce($2::uuid, private.uuid_v7()), $3, $4, $5, private.free_lesson_slug($1, $3, $5), $6, $7, $8, $9) returning id`,
      [
        at.account,
        fixedId,
        at.course,
        at.section,
        lesson.title,
        lesson.kind,
        lesson.duration_seconds,
        lesson.is_preview,
        position,
      ],
    ),
  );
  const media = await mediaOf(seeding, at.account, `courses/${at.course}/${id}`, lesson.kind);
  await seeding.sql.query(
    `insert into public.lesson_contents (account_id, id, course_id, body, media_path, media_name, captions_path)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [at.account, id, at.course, lesson.body, media?.path ?? null, media?.name ?? null, media?.captions ?? null],
  );
}

type Media = { path: string; name: string; captions?: string };
type Upload = (name: string, body: Uint8Array | string, contentType: string) => Promise<string>;

/** The files of demo lessons, by kind. */
const demoFiles: Record<string, (upload: Upload) => Promise<Media>> = {
  video: async (upload) => ({
    path: await upload('seven-exposures.webm', await makeExposureVideo(), 'video/webm'),
    name: 'seven-exposures.webm',
    captions: await upload('seven-exposures.vtt', exposureCaptions, 'text/vtt'),
  }),
  pdf: async (upload) => ({
    path: await upload('histograms.pdf', histogramWorksheet, 'application/pdf'),
    name: 'histograms.pdf',
  }),
  audio: async (upload) => ({ path: await upload('metronome.wav', metronome(), 'audio/wav'), name: 'metronome.wav' }),
};

async function mediaOf(seeding: Seeding, account: string, folder: string, kind: string): Promise<Media | undefined> {
  return demoFiles[kind]?.(async (name, body, contentType) => {
    const { error } = await seeding.db.storage
      .from(`${account}-private`)
      .upload(`${folder}/${name}`, body, { contentType, upsert: true });
    if (error) throw new Error(`The demo file ${name} could not be stored: ${error.message}`);
    return `${folder}/${name}`;
  });
}

/** The free course starts twice more, the first time with few seats, for whom nobody has come yet. */
async function addCohorts({ sql, accounts, now }: Seeding): Promise<void> {
  const day = (days: number) => new Date(Math.ceil(now.getTime() / 86_400_000 + days) * 86_400_000);
  await sql.query(
    `insert into public.course_cohorts (account_id, course_id, name, starts_at, ends_at, seats)
     select account_id, id, k.name, k.starts_at, k.ends_at, k.seats
       from public.courses,
         (values ('Winter workshop', $2::timestamptz, $3::timestamptz, 12), ('Spring workshop', $4::timestamptz, null::timestamptz, null::int)) k (name, starts_at, ends_at, seats)
      where account_id = $1 and slug = 'a-pinhole-camera-in-an-afternoon'`,
    [accounts.demo, day(14), day(42), day(120)],
  );
}

/** The demo student is in two courses, five lessons into the first; the atelier's student has just begun. */
async function enrolStudents({ sql, accounts, member, now }: Seeding): Promise<void> {
  const student = await member(accounts.demo, 'student@demo.test');
  const enrol = (account: string, slug: string, who: string, source: string) =>
    sql.query('select private.enrol($1, id, $2, $3) from public.courses where account_id = $1 and slug = $4', [
      account,
      who,
      source,
      slug,
    ]);
  await enrol(accounts.demo, 'light-and-exposure', student, 'order');
  await enrol(accounts.demo, 'a-pinhole-camera-in-an-afternoon', student, 'free');
  await enrol(accounts.atelier, 'drawing-hands', await member(accounts.atelier, 'student@atelier.test'), 'free');
  await sql.query(
    `insert into public.lesson_progress (account_id, member_id, course_id, lesson_id, completed_at, seen_at)
     select l.account_id, $2, l.course_id, l.id, $3::timestamptz - (9 - n) * interval '1 day', $3::timestamptz - (9 - n) * interval '1 day'
       from (select l.*, row_number() over (partition by c.id order by s.position, l.position) as n, c.slug as course
               from public.lessons l join public.sections s on s.id = l.section_id join public.courses c on c.id = l.course_id
              where l.account_id = $1 and c.slug in ('light-and-exposure', 'a-pinhole-camera-in-an-afternoon')) l
      where n <= case l.course when 'light-and-exposure' then 5 else 1 end`,
    [accounts.demo, student, now],
  );
}

/** What the demo student wrote down. */
async function writeNotes({ sql, accounts, member, now }: Seeding): Promise<void> {
  await sql.query(
    `insert into public.lesson_notes (account_id, member_id, course_id, lesson_id, body, created_at)
     select l.account_id, $2, l.course_id, l.id, n.body, $3::timestamptz - interval '4 days'
       from (values ('what-a-stop-is', 'A stop is a factor of two, whichever dial it is turned on.'),
         ('time-is-a-brush', 'Try 1/15 with the tram tomorrow evening.')) n (slug, body)
       join public.lessons l on l.account_id = $1 and l.slug = n.slug`,
    [accounts.demo, await member(accounts.demo, 'student@demo.test'), now],
  );
}

/** The demo student began the free course once before; the instructor let them begin anew, and brought it back. */
async function resetOnce({ sql, accounts, member, now }: Seeding): Promise<void> {
  await sql.query(
    `insert into public.progress_resets (account_id, course_id, member_id, progress, lessons, reset_by, restored_at, created_at)
     select p.account_id, p.course_id, p.member_id, jsonb_agg(to_jsonb(p)), count(p.completed_at)::int, $2, $4::timestamptz - interval '5 days',
         $4::timestamptz - interval '6 days'
       from public.lesson_progress p join public.courses c on (c.account_id, c.id) = (p.account_id, p.course_id)
      where p.account_id = $1 and p.member_id = $3 and c.slug = 'a-pinhole-camera-in-an-afternoon'
      group by p.account_id, p.course_id, p.member_id`,
    [
      accounts.demo,
      await member(accounts.demo, 'instructor@demo.test'),
      await member(accounts.demo, 'student@demo.test'),
      now,
    ],
  );
}

/** What the demo student says of two courses, and the answer of their instructor. */
async function writeReviews({ sql, accounts, member, now }: Seeding): Promise<void> {
  await sql.query(
    `insert into public.course_reviews (account_id, course_id, member_id, author_name, rating, body, reply, replied_by, replied_at, created_at)
     select c.account_id, c.id, m.id, m.name, r.rating, r.body, r.reply, case when r.reply is not null then $3::uuid end,
         case when r.reply is not null then $4::timestamptz - interval '2 days' end, $4::timestamptz - interval '3 days'
       from (values
         ('light-and-exposure', 5, 'I have read about stops for years. After the third lesson I finally saw them.', 'That is what the window is for. Come to the next one at dusk.'),
         ('a-pinhole-camera-in-an-afternoon', 4, 'The tin leaked light until I painted it twice. Worth it.', null)) r (slug, rating, body, reply)
       join public.courses c on c.account_id = $1 and c.slug = r.slug
       join public.members m on (m.account_id, m.id) = (c.account_id, $2)`,
    [
      accounts.demo,
      await member(accounts.demo, 'student@demo.test'),
      await member(accounts.demo, 'instructor@demo.test'),
      now,
    ],
  );
}

async function singleRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const row = (await rows)[0];
  if (!row) throw new Error('The demo expected a row.');
  return row;
}
