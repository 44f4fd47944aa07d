import { deleteFormerSecrets, lockDataFolder, rotateSecret } from '#base/server/data-folder.ts';
import { readEnvironment, StartError } from '#base/server/environment.ts';

/**
 * `npm run keys:rotate`: another secret in place of the one the first start made; the server is stopped meanwhile. What the
 * former one sealed and signed goes on working until `npm run keys:rotate -- --forget-former`.
 */
try {
  const { DATA_DIR, JWT_SECRET } = readEnvironment(process.env);
  if (JWT_SECRET)
    throw new StartError('JWT_SECRET names the secret: put another one there, and this one into JWT_FORMER_SECRETS.');
  const argument = process.argv[2];
  if (argument !== undefined && argument !== '--forget-former')
    throw new StartError(`Nothing is known of ${argument}: say npm run keys:rotate, or add -- --forget-former.`);
  const lock = await lockDataFolder(DATA_DIR);
  try {
    if (argument === undefined) {
      rotateSecret(DATA_DIR);
      process.stdout.write(
        'The secret is another one. Start Stoa: it writes new keys to keys.json, and seals anew what the former one had sealed.\n',
      );
    } else {
      const count = deleteFormerSecrets(DATA_DIR);
      process.stdout.write(`Former secrets that are forgotten: ${count}. What they signed counts no more.\n`);
    }
  } finally {
    await lock.release();
  }
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
