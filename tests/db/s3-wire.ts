import { createHmac } from 'node:crypto';
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

export type FormWish = {
  bucket?: string;
  key: string;
  /** Further fields, each of which the policy names as it is. */
  fields?: Record<string, string>;
  /** Conditions beside those of the fields. */
  conditions?: unknown[];
  expiration?: string;
  /** Instead of what the policy was signed for. */
  changed?: Record<string, string>;
  without?: string[];
  signer?: { accessKey: string; secret: string; token?: string };
};

/** The fields of an upload form as Amazon's own tools sign them, in the order in which they are sent. */
export function signedForm(wish: FormWish): Record<string, string> {
  const { bucket = 'private', key, signer = { accessKey: 'operator', secret: 'operators secret' } } = wish;
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/local/s3/aws4_request`;
  const fields: Record<string, string> = {
    ...wish.fields,
    bucket,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${signer.accessKey}/${scope}`,
    'X-Amz-Date': time,
    ...(signer.token ? { 'X-Amz-Security-Token': signer.token } : {}),
    key,
  };
  const policy = Buffer.from(
    JSON.stringify({
      expiration: wish.expiration ?? new Date(Date.now() + 60_000).toISOString(),
      conditions: [...(wish.conditions ?? []), ...Object.entries(fields).map(([name, value]) => ({ [name]: value }))],
    }),
  ).toString('base64');
  const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  const signing = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${signer.secret}`);
  const sent = { ...fields, Policy: policy, 'X-Amz-Signature': hmac(signing, policy).toString('hex'), ...wish.changed };
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !wish.without?.includes(name)));
}

/** Sends such a form to a bucket, as a browser does. */
export async function postForm(
  { scene }: Pick<S3Scene, 'scene'>,
  fields: Record<string, string>,
  file: string | null = 'x',
  bucket = 'private',
  filename = 'a.html',
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file !== null) body.append('file', new Blob([file], { type: 'text/html' }), filename);
  return scene.call(`/s3/${bucket}`, { method: 'POST', body });
}
