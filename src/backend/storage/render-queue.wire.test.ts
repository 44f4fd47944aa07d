import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';
import { createRenderQueue } from './render-queue.ts';

describe('who asks for pictures to be rendered', () => {
  const shares = { visitorAtOnce: 1, bucketAtOnce: 2, visitorPerMinute: 100, bucketPerMinute: 100 };
  const turnsOf = (atOnce: number) => {
    const queue = createRenderQueue(atOnce, 8, shares);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const request = (name: string, visitor: string, bucketId: string) =>
      queue.run({ visitor, bucketId }, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    return { request, started, settled, end: (name: string) => ends.get(name)?.() };
  };

  test('holds no more than their share, and who comes later with a free share goes first', async () => {
    const { request, started, settled, end } = turnsOf(3);
    const all = [
      request('a1', 'a', 'school'),
      request('a2', 'a', 'school'),
      request('b1', 'b', 'school'),
      request('c1', 'c', 'school'),
      request('d1', 'd', 'other'),
    ];
    await settled();
    expect(started).toEqual(['a1', 'b1', 'd1']);
    for (const name of ['a1', 'b1', 'd1', 'a2', 'c1']) {
      end(name);
      await settled();
    }
    expect(started).toEqual(['a1', 'b1', 'd1', 'a2', 'c1']);
    await Promise.all(all);
  });

  test('waits with a bounded number of others, after which they are asked to come again', async () => {
    const { request, settled, end } = turnsOf(1);
    const all = Array.from({ length: 5 }, (_, at) => request(`a${at}`, 'a', 'school'));
    await settled();
    await expect(request('a5', 'a', 'school')).rejects.toMatchObject({ statusCode: 429 });
    const others = [request('b0', 'b', 'school'), request('b1', 'b', 'school')];
    await expect(request('c0', 'c', 'school')).rejects.toMatchObject({ statusCode: 429 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'b0', 'b1']) {
      end(name);
      await settled();
    }
    await Promise.all([...all, ...others]);
  });
});

describe('random sizes of a picture', () => {
  let scene: Scene;
  beforeAll(async () => {
    const shares = { visitorAtOnce: 1, bucketAtOnce: 1, visitorPerMinute: 3, bucketPerMinute: 4 };
    scene = await openScene({ pictures: { shares } });
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const { error } = await scene.asAda.from('open').upload(`${ada}/a.png`, picture, { contentType: 'image/png' });
    expect(error).toBeNull();
  });
  afterAll(() => scene.close());

  const render = async (width: number, visitor: string) => {
    const path = `/render/image/public/open/${ada}/a.png?width=${width}`;
    const response = await scene.call(path, { headers: { [CLIENT_ADDRESS_HEADER]: visitor } });
    await response.arrayBuffer();
    return response;
  };

  test('are rendered for a visitor, and of a bucket, so many times a minute; what is ready stays there', async () => {
    for (const width of [1, 2, 3]) expect((await render(width, 'one')).status).toBe(200);
    const rejected = await render(4, 'one');
    expect([rejected.status, Number(rejected.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await render(3, 'one')).status).toBe(200);
    expect((await render(4, 'two')).status).toBe(200);
    expect((await render(5, 'three')).status).toBe(429);
    expect((await render(4, 'three')).status).toBe(200);
  });
});
