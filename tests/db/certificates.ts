import type { World } from './world.ts';

export type CertificateWorld = {
  /** Light and exposure, in which the student is. */
  course: string;
  /** The student’s member id. */
  member: string;
  /** The design of the account. */
  design: string;
  /** Completes the course for the student as their last lesson does, having reset it before. */
  complete(): Promise<void>;
  /** The student’s certificates of the course, the oldest first. */
  issued(): Promise<Issued[]>;
};

export type Issued = {
  id: string;
  renews_id: string | null;
  achieved_at: Date;
  issued_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  design: Record<string, unknown>;
};

/** The demo without certificates: its designs stay. */
export async function openCertificates(world: World): Promise<CertificateWorld> {
  await world.sql.query('delete from public.certificates');
  await world.sql.query('update public.enrolments set completed_at = null');
  const [ids] = await world.sql.query<{ course: string; member: string; design: string }>(
    `select c.id as course, m.id as member, d.id as design
       from public.courses c
       join public.members m on m.account_id = c.account_id and m.email = 'student@demo.test'
       join public.certificate_designs d on d.account_id = c.account_id and d.is_default
      where c.account_id = $1 and c.slug = 'light-and-exposure'`,
    [world.demo],
  );
  const { course = '', member = '', design = '' } = ids ?? {};
  return {
    course,
    member,
    design,
    complete: async () => {
      await world.sql.query(
        'update public.enrolments set completed_at = null where course_id = $1 and member_id = $2',
        [course, member],
      );
      await world.sql.query(
        `insert into public.lesson_progress (account_id, member_id, course_id, lesson_id, completed_at)
         select account_id, $2, course_id, id, private.clock_now() from public.lessons where course_id = $1
         on conflict (account_id, member_id, lesson_id) do update set completed_at = private.clock_now()`,
        [course, member],
      );
      await world.sql.query('select private.complete_enrolment($1, $2, $3)', [world.demo, member, course]);
    },
    issued: () =>
      world.sql.query<Issued>(
        `select id, renews_id, achieved_at, issued_at, expires_at, revoked_at, design from public.certificates
          where course_id = $1 and member_id = $2 order by issued_at, renews_id nulls first`,
        [course, member],
      ),
  };
}
