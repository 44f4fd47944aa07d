import pg from 'pg';
import { readEnvironment, StartError } from '#base/server/environment.ts';
import { paths } from '#paths';
import { readKeys } from './keys.ts';

/**
 * `npm run admin:create EMAIL`: one more person who runs the platform; the server may be running. A login there is with
 * this address is vouched for by it; without one, a link to set its password is printed.
 */
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
  const { rows } = await client.query<{ since: Date | null }>('select private.add_super_admin($1) as since', [email]);
  const since = rows[0]?.since;
  const { rows: links } = await client.query<{ code: string | null }>('select private.make_admin_link($1) as code', [
    email,
  ]);
  await client.end();
  const code = links[0]?.code;
  const origin = `http://${environment.BASE_DOMAIN}${environment.PORT === 80 ? '' : `:${environment.PORT}`}`;
  process.stdout.write(
    since
      ? `${email} runs the platform from now on, with the login they have had since ${since.toISOString()}.\n`
      : `${email} runs the platform once they have set the password of their login by this link, within a day:\n${origin}${paths.setUpLogin(code ?? '')}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
