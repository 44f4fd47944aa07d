import { execFileSync } from 'node:child_process';
import { writeFeature } from './new-feature/write-feature.ts';

const [given = ''] = process.argv.slice(2);
try {
  const written = writeFeature('.', given, new Date());
  const sources = written.filter((path) => /\.(tsx?|json)$/.test(path));
  execFileSync('biome', ['check', '--write', '--log-level=error', ...sources], { stdio: 'inherit' });
  // The client is typed by the schema, so the new table has to be in the generated types.
  execFileSync('node', ['tools/types.ts'], { stdio: 'inherit' });
  process.stdout.write(`Written:\n${written.map((path) => `  ${path}\n`).join('')}`);
  process.stdout.write(
    'Next: say what a row is in the migration, who may do what in policies.sql, then npm run db:types.\n',
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
