import { z } from 'zod';
import { defineWrites, idShape, momentShape, type Resource } from '#base/server/api-resource.ts';

const enrolmentWrites = defineWrites({
  scope: 'enrolments:write',
  body: z
    .object({
      member_id: idShape,
      course_id: idShape,
      expires_at: momentShape.nullish().describe('When the course closes again; left out, it stays open.'),
    })
    .strict(),
  addSummary: 'Opens a course to a member; the second time it keeps the longer right.',
  removeSummary: 'Closes a course to a member. What they did is kept.',
  removed: { status: 200, description: 'Ended.' },
  add: async (sql, _, { course_id, member_id, expires_at }) => {
    const [created] = await sql.query<{ id: string }>('select private.enrol_by_key($1, $2, $3) as id', [
      course_id,
      member_id,
      expires_at ?? null,
    ]);
    return created?.id ?? '';
  },
  remove: async (sql, _, id) => {
    await sql.query('select private.end_enrolment_by_key($1)', [id]);
  },
});

export const resources: Resource[] = [
  {
    name: 'courses',
    title: 'Courses',
    scope: 'courses:read',
    table: 'courses',
    columns:
      'id, title, slug, summary, level, language, status, access, lesson_count, duration_seconds, published_at, created_at, updated_at',
    filters: { status: z.enum(['draft', 'published', 'archived']), slug: z.string().max(120) },
    row: z.object({
      id: idShape,
      title: z.string(),
      slug: z.string(),
      summary: z.string(),
      level: z.string(),
      language: z.string(),
      status: z.string(),
      access: z.string(),
      lesson_count: z.int(),
      duration_seconds: z.int(),
      published_at: momentShape.nullable(),
      created_at: momentShape,
      updated_at: momentShape,
    }),
  },
  {
    name: 'enrolments',
    title: 'Enrolments',
    scope: 'enrolments:read',
    writes: enrolmentWrites,
    table: 'enrolments',
    columns: 'id, member_id, course_id, source, status, starts_at, expires_at, completed_at, created_at, updated_at',
    filters: { member_id: idShape, course_id: idShape, status: z.enum(['active', 'ended']) },
    row: z.object({
      id: idShape,
      member_id: idShape,
      course_id: idShape,
      source: z.string(),
      status: z.string(),
      starts_at: momentShape,
      expires_at: momentShape.nullable(),
      completed_at: momentShape.nullable(),
      created_at: momentShape,
      updated_at: momentShape,
    }),
  },
];
