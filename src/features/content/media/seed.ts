import type { Seed } from '#base/server/seeding.ts';

/** Folders of the demo, the files in them, and their parents. */
const folders = [
  { name: 'Portraits', under: null, path: 'public/%/p-%' },
  { name: 'Journal', under: null, path: 'public/posts/%' },
  { name: 'Courses', under: null, path: null },
  { name: 'Covers', under: 'Courses', path: 'public/courses/%' },
] as const;

/** Alt texts of some images, by the end of their path. */
const altTexts: [string, { en: string; ar: string }][] = [
  [
    'lumen-aperture.svg',
    { en: 'The seven blades of an aperture before a bright light', ar: 'شفرات فتحة العدسة السبع أمام ضوء ساطع' },
  ],
  [
    'lumen-spectrum.svg',
    { en: 'A prism splits a white beam into its colours', ar: 'منشور يفرّق شعاعًا أبيض إلى ألوانه' },
  ],
  [
    'lumen-landscape.svg',
    { en: 'Hills behind hills, paler with every one, at sunset', ar: 'تلال خلف تلال تزداد شحوبًا عند الغروب' },
  ],
];

/** Sorts Lumen Academy's library into folders; the images are uploaded by the seeds of the features that use them. */
export const seed: Seed = async ({ sql, accounts }) => {
  const ids = new Map<string, string>();
  for (const { name, under, path } of folders) {
    const [row] = await sql.query<{ id: string }>(
      'insert into public.media_folders (account_id, name, parent_id) values ($1, $2, $3) returning id',
      [accounts.demo, name, under && ids.get(under)],
    );
    if (!row) throw new Error(`The demo folder ${name} could not be made.`);
    ids.set(name, row.id);
    if (path) {
      await sql.query('update public.media_files set folder_id = $3 where account_id = $1 and path like $2', [
        accounts.demo,
        path,
        row.id,
      ]);
    }
  }
  for (const [ending, alt] of altTexts) {
    await sql.query(`update public.media_files set alt = $3 where account_id = $1 and path like '%/' || $2`, [
      accounts.demo,
      ending,
      JSON.stringify(alt),
    ]);
  }
};
