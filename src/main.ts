import { serve } from '#app/start/serve.ts';
import { startupBanner } from '#app/start/startup-banner.ts';
import { readEnvironment, StartError } from '#base/server/environment.ts';
import { shutdownOnSignals } from '#base/server/shutdown.ts';
import { printedSteps } from '#base/server/start-steps.ts';

/** Starts the product over the variables given, and ends it on SIGTERM or SIGINT. */
export async function start(variables: Record<string, string | undefined>): Promise<void> {
  try {
    const environment = readEnvironment(variables);
    const build = await import('virtual:react-router/server-build');
    const running = await serve(environment, { build, step: printedSteps() });
    const end = shutdownOnSignals(() => running.stop());
    void running.failed.then((sentence) => {
      process.stderr.write(`${sentence}\n`);
      end(1);
    });
    process.stdout.write(startupBanner(environment, running.port, running.adminLinks));
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))}\n`,
    );
    process.exit(1);
  }
}
