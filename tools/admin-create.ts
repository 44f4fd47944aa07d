import pg from 'pg';
import { readEnvironment, StartError } from '#base/server/environment.ts';
import { readKeys } from './keys.ts';

/** `npm run admin:create EMAIL`: one more person who runs the platform; the server may be running. */
try {
  const email = process.argv[2]?.toLowerCase();
  if (!email || !/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/.test(email))
    throw new StartError('Name one e-mail address: npm run admin:create you@example.org');
  const environment = readEnvironment(process.env);
  const url = environment.DATABASE_URL ?? readKeys(environment.DATA_DIR).database_url;
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch(() => {
    throw new StartError('The database does not answer: start Stoa first, then run this beside it.');
  });
  await client.query('insert into private.super_admins (email) values ($1) on conflict do nothing', [email]);
  await client.end();
  process.stdout.write(`${email} runs the platform as soon as they have signed up on its host with this address.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
