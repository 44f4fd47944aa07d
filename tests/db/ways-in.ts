import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { postForm, type S3Scene, signedForm } from './s3-wire.ts';
import { ada } from './storage-wire.ts';

export type WayIn = { name: string; send(key: string, type: string, bytes: string): Promise<string | null> };

/** Every way a file comes in, for tests: each answers the status that was meant, or null where it was taken. */
export function waysIn(world: S3Scene): WayIn[] {
  const { scene, asAda } = world;
  const bearer = { authorization: `Bearer ${scene.adaToken}` };
  const meant = async (answer: Response) => {
    if (answer.ok) return null;
    const text = await answer.text();
    return text.startsWith('{')
      ? String((JSON.parse(text) as { statusCode: string }).statusCode)
      : String(answer.status);
  };
  const s3 = (attempt: Promise<unknown>) =>
    attempt.then(
      () => null,
      (error: { $metadata?: { httpStatusCode?: number } }) => String(error.$metadata?.httpStatusCode),
    );
  const form = async (key: string, partType: string, fields: Record<string, string>, bytes: string) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--X\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = `--X\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: ${partType}\r\n\r\n${bytes}\r\n`;
    return meant(
      await scene.call(`/object/private/${key}`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'multipart/form-data; boundary=X' },
        body: `${parts.join('')}${file}--X--\r\n`,
      }),
    );
  };
  const asJson = { ...bearer, 'content-type': 'application/json' };
  const put = (
    key: string,
    type: string,
    bytes: string,
    headers: Record<string, string>,
    path = `/object/private/${key}`,
  ) =>
    scene.call(path, {
      method: path.includes('sign') ? 'PUT' : 'POST',
      headers: { ...headers, 'content-type': type },
      body: bytes,
    });
  const source = async (bytes: string) => {
    const key = `${ada}/source-${crypto.randomUUID()}`;
    await put(key, 'application/octet-stream', bytes, bearer);
    return key;
  };
  return [
    { name: 'an upload', send: async (key, type, bytes) => meant(await put(key, type, bytes, bearer)) },
    { name: 'the part of a form', send: (key, type, bytes) => form(key, type, {}, bytes) },
    { name: 'a field of a form', send: (key, type, bytes) => form(key, 'text/plain', { contentType: type }, bytes) },
    {
      name: 'a signed link',
      send: async (key, type, bytes) => {
        const { data } = await scene.asAda.from('private').createSignedUploadUrl(key);
        return meant(await put(key, type, bytes, {}, `/object/upload/sign/private/${key}?token=${data?.token}`));
      },
    },
    {
      name: 'a resumable upload',
      send: async (key, type, bytes) => {
        const metadataFields = { bucketName: 'private', objectName: key, contentType: type };
        const headers = { ...bearer, 'tus-resumable': '1.0.0' };
        const metadata = Object.entries(metadataFields).map(
          ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
        );
        const begun = await scene.call('/upload/resumable', {
          method: 'POST',
          headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
        });
        if (!begun.ok) return meant(begun);
        return meant(
          await scene.call(begun.headers.get('location') ?? '', {
            method: 'PATCH',
            headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
            body: bytes,
          }),
        );
      },
    },
    {
      name: 'a copy',
      send: async (key, type, bytes) =>
        meant(
          await scene.call('/object/copy', {
            method: 'POST',
            headers: asJson,
            body: JSON.stringify({
              bucketId: 'private',
              sourceKey: await source(bytes),
              destinationKey: key,
              copyMetadata: false,
              metadata: { mimetype: type },
            }),
          }),
        ),
    },
    {
      name: 'the S3 protocol',
      send: (Key, ContentType, Body) =>
        s3(asAda.send(new PutObjectCommand({ Bucket: 'private', Key, ContentType, Body }))),
    },
    {
      name: 'the S3 protocol, in parts',
      send: (Key, ContentType, Body) => {
        const named = { Bucket: 'private', Key };
        const inParts = async () => {
          const { UploadId } = await asAda.send(new CreateMultipartUploadCommand({ ...named, ContentType }));
          const { ETag } = await asAda.send(new UploadPartCommand({ ...named, UploadId, PartNumber: 1, Body }));
          const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
          await asAda.send(new CompleteMultipartUploadCommand({ ...named, UploadId, MultipartUpload }));
        };
        return s3(inParts());
      },
    },
    {
      name: 'a signed form of the S3 protocol',
      send: async (key, type, bytes) => {
        const signer = { accessKey: 'stub', secret: scene.anonKey, token: scene.adaToken };
        return meant(await postForm(world, signedForm({ key, fields: { 'Content-Type': type }, signer }), bytes));
      },
    },
    {
      name: 'a copy of the S3 protocol',
      send: async (Key, ContentType, bytes) =>
        s3(
          asAda.send(
            new CopyObjectCommand({
              Bucket: 'private',
              Key,
              ContentType,
              CopySource: `private/${await source(bytes)}`,
              MetadataDirective: 'REPLACE',
            }),
          ),
        ),
    },
  ];
}
