import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { openWorld, type World } from '#tests/world.ts';
import { schemaFile } from './schema-file.ts';
import { typesFile } from './types-file.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the types of the wire are those of the database (else: npm run db:types)', async () => {
  expect(read('src/base/shared/database-types.ts')).toBe(await typesFile(world.sql));
});

// Another version of PostgreSQL words its catalogue differently: the picture is of the embedded one.
test.runIf(!process.env.TEST_DATABASE_URL)(
  'the picture of the schema is the database (else: npm run db:types)',
  async () => {
    expect(read('database/schema.sql')).toBe(await schemaFile(world.sql));
  },
);
