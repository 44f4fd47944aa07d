import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';
import { atelierOptions, lumenOptions, platformOptions } from './seed/demo-options.ts';

const readImage = (name: string) => readFile(join(root, 'src/features/platform/options/seed', name));

/** Seeds the options of the three sites. */
export const seed: Seed = async ({ sql, accounts, upload }) => {
  const save = async (account: string, options: Record<string, object>) => {
    for (const [key, value] of Object.entries(options))
      await sql.query(
        `insert into public.options (account_id, key, value) values ($1, $2, $3)
         on conflict (account_id, key) do update set value = excluded.value`,
        [account, key, JSON.stringify(value)],
      );
  };
  const icon = await upload(accounts.demo, 'public/icon.svg', await readImage('lumen-icon.svg'), 'image/svg+xml');
  await save(accounts.demo, { ...lumenOptions, settings: { ...lumenOptions.settings, icon } });
  await save(accounts.atelier, atelierOptions);
  await save(accounts.platform, platformOptions);
};
