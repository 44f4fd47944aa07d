import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkFileType, checkNameAndType, checkText } from './file-type-check.ts';

const files: Record<string, Uint8Array> = {
  pdf: Buffer.from('%PDF-1.4\n%%EOF'),
  text: Buffer.from('a,b\n1,2\n'),
  bmw: Buffer.from('BMW,Audi\n1,2\n'),
  html: Buffer.from('<!doctype html><script>x</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  packed: gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  zip: zipSync({ 'a.txt': Buffer.from('a') }),
  word: zipSync({ '[Content_Types].xml': Buffer.from(contentTypes('wordprocessingml.document')) }, { level: 0 }),
  sheet: zipSync({ '[Content_Types].xml': Buffer.from(contentTypes('spreadsheetml.sheet')) }, { level: 0 }),
  compound: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(64)]),
  mp4: Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
  program: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(64)]),
  nothing: Buffer.from('nothing that anybody knows'),
};

function contentTypes(kind: string): string {
  return `<?xml version="1.0"?><Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
}

beforeAll(async () => {
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: '#c00' } });
  for (const form of ['png', 'jpeg', 'webp'] as const) files[form] = await picture.clone().toFormat(form).toBuffer();
});

const outcome = (name: string, declared: string, file: string) =>
  checkFileType(name, declared, files[file] ?? Buffer.alloc(0)).then(
    ({ type }) => type,
    (error: Error) => error.message,
  );
const named = (ending: string, type: string) =>
  `This file is named .${ending}, but it is ${type}. Use the right extension and upload it again.`;
const noContent = (ending: string) =>
  `This file is named .${ending}, but its content has another type. Export it again and upload it.`;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('ending, type and content', () => {
  test.each([
    ['photo.png', 'image/png', 'png', 'image/png'],
    ['table.csv', 'text/csv', 'text', 'text/csv'],
    ['cars.txt', 'text/plain', 'bmw', 'text/plain'],
    ['page.txt', 'text/plain', 'html', 'text/plain'],
    ['paper.pdf', 'application/pdf', 'pdf', 'application/pdf'],
    ['data.xml', 'text/xml', 'svg', 'text/xml'],
    ['drawing.svg', 'image/svg+xml', 'svg', 'image/svg+xml'],
    ['drawing.svg', 'image/svg+xml', 'packed', 'image/svg+xml'],
    ['letter.docx', WORD, 'word', WORD],
    ['letter.docx', WORD, 'zip', WORD],
    ['old.doc', 'application/msword', 'compound', 'application/msword'],
    ['all.zip', 'application/x-zip-compressed', 'word', 'application/x-zip-compressed'],
    ['sound.m4a', 'audio/x-m4a', 'mp4', 'audio/x-m4a'],
    ['upload', 'image/png', 'png', 'image/png'],
  ])('agree: %s, %s, with the bytes of a %s', async (name, declared, file, type) => {
    expect(await outcome(name, declared, file)).toBe(type);
  });

  test.each([
    ['a picture by another ending of pictures', 'photo.jpg', 'image/jpeg', 'png', 'image/png'],
    ['a picture that was said to be another', 'photo.jpg', 'image/webp', 'jpeg', 'image/jpeg'],
    ['a drawing at the address of a face', 'avatar.jpg', 'image/svg+xml', 'svg', 'image/svg+xml'],
    ['a table that Excel’s machine says of', 'a.csv', 'application/vnd.ms-excel', 'text', 'text/csv'],
    ['an ending nobody knows', 'photo.v2', 'image/png', 'png', 'application/octet-stream'],
    ['an ending nobody knows, of a page', 'page.shtml', 'text/plain', 'html', 'application/octet-stream'],
  ])('are made to agree: %s', async (_, name, declared, file, type) => {
    expect(await outcome(name, declared, file)).toBe(type);
  });

  test.each([
    ['photo.png', 'text/html', 'png', named('png', 'text/html')],
    ['photo.png', 'image/png', 'pdf', named('png', 'application/pdf')],
    ['photo.png', 'image/png', 'svg', noContent('png')],
    ['photo.png', 'image/png', 'html', noContent('png')],
    ['page.html', 'text/plain', 'html', named('html', 'text/plain')],
    ['script.js', 'text/plain', 'text', named('js', 'text/plain')],
    ['notes.txt', 'image/png', 'png', named('txt', 'image/png')],
    ['notes.txt', 'text/plain', 'pdf', named('txt', 'application/pdf')],
    ['paper.pdf', 'application/pdf', 'html', noContent('pdf')],
    ['letter.docx', WORD, 'sheet', named('docx', SHEET)],
    ['letter.docx', WORD, 'program', named('docx', 'application/x-msdownload')],
    ['old.doc', 'application/msword', 'zip', named('doc', 'application/zip')],
    ['film.mp4', 'video/mp4', 'nothing', noContent('mp4')],
    ['film.mp4', 'video/mp4', 'png', named('mp4', 'image/png')],
    ['upload', 'image/png', 'pdf', 'The file says it is image/png, but its content is application/pdf.'],
    ['upload', 'image/png', 'text', 'The file says it is image/png, but its content is something else.'],
  ])('contradict each other: %s, %s, with the bytes of a %s', async (name, declared, file, sentence) => {
    expect(await outcome(name, declared, file)).toBe(sentence);
  });

  test('a name and a type that contradict each other are rejected before the first byte', () => {
    expect(() => checkNameAndType('photo.png', 'text/html')).toThrow(named('png', 'text/html'));
    expect(() => checkNameAndType('photo.png', 'image/webp')).not.toThrow();
    expect(() => checkNameAndType('photo.v2', 'text/html')).not.toThrow();
  });
});

describe('a text', () => {
  async function read(...chunks: Buffer[]): Promise<string> {
    const out: Uint8Array[] = [];
    async function* source() {
      yield* chunks;
    }
    for await (const chunk of checkText(source())) out.push(chunk);
    return Buffer.concat(out).toString();
  }

  test('passes unchanged, at any chunk boundary', async () => {
    const text = Buffer.from('\ufeffÜbung für alle\tund\r\nنص 文');
    for (let at = 0; at <= text.length; at++)
      expect(await read(text.subarray(0, at), text.subarray(at))).toBe(text.toString());
  });

  test.each([
    ['NUL', Buffer.from('a\0b')],
    ['a control sign', Buffer.from('a\x07b')],
    ['Latin-1', Buffer.from('Übung', 'latin1')],
    ['UTF-16', Buffer.from('Übung', 'utf16le')],
    ['half a letter at its end', Buffer.from('Ü').subarray(0, 1)],
  ])('with %s is refused', async (_, bytes) => {
    await expect(read(Buffer.from('ab'), bytes)).rejects.toThrow('This text is not valid UTF-8');
  });
});
