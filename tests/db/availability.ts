import type { Person, World } from './world.ts';

export type Availability = {
  ids: Record<string, string>;
  /** Light and exposure, in which the student is. */
  course: string;
  section: string;
  /** The student's, whose time zone is Europe/Lisbon. */
  member: string;
  lesson(slug: string): string;
  /** Sets the conditions of a part as a person does. */
  set(
    part: string,
    conditions: object | null,
    options?: { isHidden?: boolean; person?: Person; of?: string },
  ): Promise<unknown>;
};

/** A lesson that is open to the student, who has not finished it. */
export const NEXT = 'sensitivity-is-a-volume-knob';
export const FUTURE = { kind: 'from', at: '2999-01-01T00:00:00Z' };
export const PAST = { kind: 'from', at: '2020-01-01T00:00:00Z' };

/** The demo course the tests of availability are about. */
export async function openAvailability(world: World): Promise<Availability> {
  const ids: Record<string, string> = {};
  for (const row of await world.sql.query<{ slug: string; id: string }>(
    'select slug, id from public.courses where account_id = $1 union all select slug, id from public.lessons where account_id = $1',
    [world.demo],
  ))
    ids[row.slug] = row.id;
  const course = ids['light-and-exposure'] ?? '';
  const [row] = await world.sql.query<{ section_id: string; member_id: string }>(
    `select l.section_id, m.id as member_id from public.lessons l, public.members m where l.id = $1 and m.email = 'student@demo.test' and m.account_id = $2`,
    [ids[NEXT], world.demo],
  );
  const member = row?.member_id ?? '';
  await world.sql.query(`update public.members set time_zone = 'Europe/Lisbon' where id = $1`, [member]);
  return {
    ids,
    course,
    section: row?.section_id ?? '',
    member,
    lesson: (slug) => ids[slug] ?? '',
    set: (part, conditions, options = {}) =>
      world.database
        .as(world.caller(options.person ?? 'owner'))
        .query('select public.set_availability($1, $2, $3::jsonb, $4)', [
          options.of ?? course,
          part,
          conditions && JSON.stringify(conditions),
          options.isHidden ?? false,
        ]),
  };
}
