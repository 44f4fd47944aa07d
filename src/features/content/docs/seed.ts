import type { Seed } from '#base/server/seeding.ts';

type SeedDoc = { slug: string; title: string; summary: string; html: string; under?: SeedDoc[] };

const platformDocs: SeedDoc[] = [
  {
    slug: 'first-steps',
    title: 'First steps',
    summary: 'From an empty account to a site that people can visit.',
    html: '<p>A new account has a home page, a page about itself and nothing else. Three things make a site of it.</p><h2>Give it a name</h2><p>Open <strong>Site</strong> in the profile menu. The title stands in the header, in the tab of the browser and in what search engines show.</p><h2>Choose how it looks</h2><p>Under <strong>Theme</strong> you choose colours, fonts and corners. A colour on which text could not be read is refused, and the nearest one that works is offered.</p><h2>Put something on it</h2><p>Write a post, or begin with a course: its first lesson may be open to everyone.</p><aside data-callout="tip"><p>Nothing is shown before you publish it. Look at a page as often as you like.</p></aside>',
    under: [
      {
        slug: 'own-address',
        title: 'An address of your own',
        summary: 'How readers find your site under your own name.',
        html: '<p>Every site has an address under ours. With a domain of your own, point it here and name it under <strong>Site</strong>; the record we wait for is shown beside the one we found.</p><h2>What may go wrong</h2><ul><li>A record of the old provider is still there: remove it.</li><li>The change takes up to a day to be known everywhere.</li></ul>',
      },
      {
        slug: 'people-and-roles',
        title: 'People and what they may do',
        summary: 'Owner, instructor, student: who sees what.',
        html: '<p>A role is a list of what somebody may do. Three come with the account, and you can add your own.</p><table><tbody><tr><th>Role</th><th>May</th></tr><tr><td>Owner</td><td>everything</td></tr><tr><td>Instructor</td><td>write and teach courses</td></tr><tr><td>Student</td><td>learn</td></tr></tbody></table>',
      },
    ],
  },
  {
    slug: 'writing',
    title: 'Writing',
    summary: 'Posts, pages and pictures.',
    html: '<p>What you write is saved while you write it, and kept on your device until it is. Readers see it when you publish.</p>',
    under: [
      {
        slug: 'posts',
        title: 'Posts',
        summary: 'A journal with categories, authors, comments and feeds.',
        html: '<p>A post begins with a title. Publish it now, or at a time you choose: what the draft holds at that time is what readers see.</p><h2>Comments</h2><p>Members of the site write under posts. What somebody new says waits until you have looked at it.</p><h2>Feeds</h2><p>Each category, tag and author has a feed of its own, in RSS and Atom.</p>',
      },
      {
        slug: 'pictures',
        title: 'Pictures',
        summary: 'Send one large picture; every reader gets the one they need.',
        html: '<p>Send the largest picture you have, up to 10 MB. Each reader gets it in the width of their window and the form their browser takes.</p><h2>Words for a picture</h2><p>Say what can be seen in it. These words are read to those who can’t see it, and search engines read them too.</p>',
      },
    ],
  },
];

const demoDocs: SeedDoc[] = [
  {
    slug: 'how-a-course-works',
    title: 'How a course works',
    summary: 'Lessons, exercises and how long you have.',
    html: '<p>Every course has sections, and every section has lessons.</p><h2>In which order</h2><p>Do them in order or not: what has to come first says so.</p><h2>How long you have</h2><p>A course is yours for as long as the site is there. Nobody counts the days.</p>',
    under: [
      {
        slug: 'sending-a-picture',
        title: 'Sending a picture',
        summary: 'Which files we take, and what happens to them.',
        html: '<p>JPEG, PNG or AVIF, up to 10 MB. We look at your picture, answer within three days and show it to nobody without asking.</p>',
      },
    ],
  },
];

/** Documentation of the platform, and a small one of a school. */
export const seed: Seed = async ({ sql, accounts }) => {
  const insertDocs = async (account: string, docs: readonly SeedDoc[], parent: string | null): Promise<void> => {
    for (const [position, doc] of docs.entries()) {
      const [row] = await sql.query<{ id: string }>(
        `insert into public.docs (account_id, parent_id, position, title, slug, summary, content)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [account, parent, position, doc.title, doc.slug, doc.summary, doc.html],
      );
      await sql.query(`select private.publish_record('doc', $1, $2)`, [account, row?.id]);
      await insertDocs(account, doc.under ?? [], row?.id ?? null);
    }
  };
  await insertDocs(accounts.platform, platformDocs, null);
  await insertDocs(accounts.demo, demoDocs, null);
  await sql.query(
    `insert into public.docs (account_id, position, title, slug, summary, content)
     values ($1, 1, 'Darkroom hours', 'darkroom-hours', 'Not finished.', '<p>To be agreed with the neighbours.</p>')`,
    [accounts.demo],
  );
};
