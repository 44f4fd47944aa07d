import { GetObjectCommand, PutObjectCommand, S3Client, type S3ServiceException } from '@aws-sdk/client-s3';
import { ada, bob, openScene } from './storage-wire.ts';

export type S3Scene = Awaited<ReturnType<typeof openS3Scene>>;

export function clientOf(
  endpoint: string,
  accessKeyId: string,
  secretAccessKey: string,
  sessionToken?: string,
): S3Client {
  return new S3Client({
    endpoint,
    region: 'local',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
  });
}

/** The service behind a socket, with Amazon's own client for three callers. */
export async function openS3Scene(given: Parameters<typeof openScene>[0] = {}) {
  const scene = await openScene(given);
  const endpoint = `${await scene.listen()}/s3`;
  const session = async (sub: string) =>
    clientOf(endpoint, 'stub', scene.anonKey, await scene.tokens.sign({ role: 'authenticated', sub }, 900));
  const operator = clientOf(endpoint, 'operator', 'operators secret');
  const [asAda, asBob] = [await session(ada), await session(bob)];
  return {
    scene,
    endpoint,
    operator,
    asAda,
    asBob,
    close: async () => {
      for (const client of [operator, asAda, asBob]) client.destroy();
      await scene.close();
    },
  };
}

export type Refusal = { name: string; status: number | undefined };

export async function refusal(attempt: Promise<unknown>): Promise<Refusal> {
  const error = (await attempt.then(
    () => new Error('it was allowed'),
    (failure: unknown) => failure,
  )) as S3ServiceException;
  return { name: error.name, status: error.$metadata?.httpStatusCode };
}

export const put = (client: S3Client, Key: string, Body: string | Uint8Array, more = {}) =>
  client.send(new PutObjectCommand({ Bucket: 'private', Key, Body, ...more }));

export const textOf = async (client: S3Client, Key: string, more = {}) =>
  (await client.send(new GetObjectCommand({ Bucket: 'private', Key, ...more }))).Body?.transformToString();
