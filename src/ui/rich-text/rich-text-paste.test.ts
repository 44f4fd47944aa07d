import { Slice } from '@tiptap/pm/model';
import { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { expect, test, vi } from 'vitest';
import { pictureExtension } from './rich-text-extensions.ts';
import {
  fileOfData,
  type LostPicture,
  pastedPictures,
  remotePictures,
  replacePicture,
  withoutTemporaryPictures,
  withPictureFiles,
} from './rich-text-paste.ts';

const PNG = 'iVBORw0KGgo=';

test.each([
  [`data:image/png;base64,${PNG}`, 'image/png', 8],
  [`data:IMAGE/PNG;name=a;base64,${PNG}`, 'image/png', 8],
  ['data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E', 'image/svg+xml', 6],
])('a picture written out as %s is a file', (src, type, size) => {
  expect(fileOfData(src)).toMatchObject({ type, size });
});

test.each(['data:text/html,<p>', 'data:image/png;base64,%%%', 'data:,x', 'https://a.test/b.png', ''])(
  'no picture is read from "%s"',
  (src) => {
    expect(fileOfData(src)).toBe(null);
  },
);

test('`data:` images in markup become blob URLs, unreadable ones do not', () => {
  const html = `<p>A</p><img alt="x" src="data:image/png;base64,${PNG}"><img src='data:image/png;base64,%%'><img src="https://a.test/b.png">`;
  const sizes: number[] = [];
  const addressOf = ({ size }: Blob) => `blob:${sizes.push(size)}`;
  expect(withPictureFiles(html, addressOf)).toBe(
    `<p>A</p><img alt="x" src="blob:1"><img src='about:blank'><img src="https://a.test/b.png">`,
  );
  expect(sizes).toEqual([8]);
});

test('what is on its way is not saved', () => {
  const html = '<p>A</p><img src="blob:1"><img alt="x" width="3" src="data:image/png;base64,AA=="><img src="/b.png">';
  expect(withoutTemporaryPictures(html)).toBe('<p>A</p><img src="/b.png">');
});

test('what lies elsewhere is found once, and replaced in all its places without a step of its own', () => {
  const picture = (src: string) => ({ type: 'image', attrs: { src, alt: `of ${src}` } });
  const editor = new Editor({
    element: null,
    extensions: [StarterKit, pictureExtension],
    content: {
      type: 'doc',
      content: [
        picture('blob:1'),
        picture('https://a.test/b.png'),
        picture('/mine.png'),
        picture('https://a.test/b.png'),
      ],
    },
  });
  const images = () => (editor.getJSON().content ?? []).map(({ attrs }) => attrs ?? {});
  const sources = () => images().map(({ src }) => src);
  expect(remotePictures(editor.state.doc.content, (src) => src.startsWith('/'))).toEqual([
    'blob:1',
    'https://a.test/b.png',
  ]);
  editor.view.dispatch(replacePicture(editor.state, 'https://a.test/b.png', { src: '/b.png', width: 4, height: 3 }));
  expect(sources()).toEqual(['blob:1', '/b.png', '/mine.png', '/b.png']);
  expect(images()[1]).toMatchObject({ alt: 'of https://a.test/b.png', width: 4, height: 3 });
  editor.view.dispatch(replacePicture(editor.state, 'blob:1', null));
  expect(sources()).toEqual(['/b.png', '/mine.png', '/b.png']);
  expect(editor.can().undo()).toBe(false);
  editor.destroy();
});

test('pictures of one paste that can’t be fetched are reported together, after the last of them', async () => {
  const reports: string[][] = [];
  const uploading = () => ({
    isOwn: () => false,
    keep: (source: Blob | string) => Promise.reject(new Error(String(source))),
    onLost: (lost: readonly LostPicture[]) => void reports.push(lost.map(({ src }) => src)),
  });
  const editor = new Editor({
    element: null,
    extensions: [StarterKit, pictureExtension, pastedPictures(uploading)],
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
  });
  const sources = Array.from({ length: 12 }, (_, index) => `https://a.test/${index}.png`);
  const pasted = editor.schema.nodeFromJSON({
    type: 'doc',
    content: sources.map((src) => ({ type: 'image', attrs: { src, alt: '' } })),
  });
  const event = { clipboardData: null } as ClipboardEvent;
  const plugin = editor.extensionManager.plugins.find(({ props }) => props.transformPastedHTML);
  plugin?.props.handlePaste?.call(plugin, editor.view, event, new Slice(pasted.content, 0, 0));
  await expect.poll(() => reports).toEqual([sources]);
  editor.destroy();
});

test.each([
  ['in an empty text', [''], 1, ['/a', '/b', '/c']],
  ['before words', ['Words'], 1, ['/a', '/b', '/c', 'Words']],
  ['inside words', ['Words'], 4, ['Wor', '/a', '/b', '/c', 'ds']],
  ['after words', ['Words'], 6, ['Words', '/a', '/b', '/c']],
  ['between two pictures', ['/y', '', '/z'], 2, ['/y', '/a', '/b', '/c', '/z']],
  ['after a picture', ['/z', 'Words'], 2, ['/z', '/a', '/b', '/c', 'Words']],
  ['where a picture is selected, which they replace,', ['/z', 'Words'], 0, ['/a', '/b', '/c', 'Words']],
])('of pictures pasted one after another %s none takes the place of another', (_, blocks, at, expected) => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${(file as File).name}`);
  const uploading = () => ({ isOwn: () => false, keep: () => new Promise<never>(() => {}), onLost: () => {} });
  const editor = new Editor({
    element: null,
    extensions: [StarterKit, pictureExtension, pastedPictures(uploading)],
    content: {
      type: 'doc',
      content: blocks.map((block) =>
        block.startsWith('/')
          ? { type: 'image', attrs: { src: block, alt: '' } }
          : { type: 'paragraph', content: block ? [{ type: 'text', text: block }] : [] },
      ),
    },
  });
  if (at === 0) editor.commands.setNodeSelection(0);
  else editor.commands.setTextSelection(at);
  const plugin = editor.extensionManager.plugins.find(({ props }) => props.transformPastedHTML);
  const paste = (...names: string[]) => {
    const files = names.map((name) => new File(['x'], name, { type: 'image/png' }));
    const event = { clipboardData: { files } } as unknown as ClipboardEvent;
    plugin?.props.handlePaste?.call(plugin, editor.view, event, Slice.empty);
    for (const name of names)
      editor.view.dispatch(replacePicture(editor.state, `blob:${name}`, { src: `/${name}`, width: 1 }));
  };
  paste('a', 'b');
  paste('c');
  const contents: string[] = [];
  editor.state.doc.forEach(({ attrs, textContent }) => {
    contents.push(attrs.src ?? textContent);
  });
  expect(contents.filter(Boolean)).toEqual(expected);
  editor.destroy();
});
