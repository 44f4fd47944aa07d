import { buildIfNeeded } from '#tools/build.ts';

/** The processes under test start from one build, made before the first of them. */
export default async function setup(): Promise<void> {
  await buildIfNeeded();
}
