import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#base/server/root.ts';
import { printedSteps } from '#base/server/start-steps.ts';
import { buildIfNeeded } from './build.ts';

/** `npm start`: builds where needed, then becomes the server. */
const given = { ...process.env };
// React and its friends choose their fast halves by this; what the operator said of it reaches the server as given.
process.env.NODE_ENV ??= 'production';
await buildIfNeeded(printedSteps());
const { start } = (await import(pathToFileURL(join(root, 'build', 'server', 'index.js')).href)) as {
  start(variables: Record<string, string | undefined>): Promise<void>;
};
await start(given);
