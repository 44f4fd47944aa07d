import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileTypeOfName } from '#base/shared/file-types.ts';

type StaticFile = { body: Buffer; br: Buffer | null; type: string; isHashed: boolean };

/** The files of a built folder, found once; bytes are read when first asked for. */
export function createStaticFiles(folder: string): (request: Request, path: string) => Response | undefined {
  const known = new Map<string, StaticFile | null>();
  for (const file of filesBelow(folder).filter((name) => !name.endsWith('.br')))
    known.set(`/${relative(folder, file).replaceAll('\\', '/')}`, null);
  return (request, path) => {
    if (!known.has(path) || path.startsWith('/.') || path.endsWith('manifest.json')) return undefined;
    const file = known.get(path) ?? load(join(folder, path), path);
    known.set(path, file);
    const useBrotli = file.br !== null && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
    const body = useBrotli && file.br ? file.br : file.body;
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': file.type,
        'content-length': String(body.length),
        'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
        ...(useBrotli ? { 'content-encoding': 'br' } : {}),
      },
    });
  };
}

function load(file: string, path: string): StaticFile {
  const body = readFileSync(file);
  // Made once by the build, as small as it gets.
  const br = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null;
  return {
    body,
    br,
    type: fileTypeOfName(path)?.type ?? 'application/octet-stream',
    isHashed: /-[\w-]{8,}\.\w+$/.test(path) && (path.startsWith('/assets/') || path.startsWith('/site/')),
  };
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
