import { describe, expect, test } from 'vitest';
import { cueAt, readCaptions, secondsOf, timeText, wordsOf, writeCaptions } from './rules.ts';

const file = `WEBVTT - Exposure
Language: en

STYLE
::cue { color: yellow }

intro
00:00:01.000 --> 00:00:03.500 line:0 align:start
<v Mira>Open the <i>shutter</i>.
Wait.

NOTE Here it gets dark.

01:02:03.040 --> 01:02:04.000
Salt &amp; pepper

00:09.000 --> 00:08.000
Backwards
`;

describe('WebVTT', () => {
  test('is read with its header, notes, names and settings, and written as it was', () => {
    const captions = readCaptions(file);
    expect(captions?.cues).toMatchObject([
      { id: 'intro', start: 1, end: 3.5, settings: 'line:0 align:start', before: ['STYLE\n::cue { color: yellow }'] },
      { start: 3723.04, end: 3724, text: 'Salt &amp; pepper', before: ['NOTE Here it gets dark.'] },
    ]);
    expect(captions && writeCaptions(captions)).toBe(file.slice(0, file.indexOf('\n00:09.000')));
  });

  test('with a mark of bytes and lines of Windows is read, and anything else is not', () => {
    expect(readCaptions('\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nYes')?.cues).toHaveLength(1);
    expect(readCaptions('1\n00:00:01,000 --> 00:00:02,000\nSubRip')).toBeNull();
    expect(readCaptions('WEBVTTX\n')).toBeNull();
  });

  test('holds what was typed as it was typed, in the order of time', () => {
    const cue = { id: '', settings: '', before: [] };
    const written = writeCaptions({
      header: 'WEBVTT',
      after: [],
      cues: [
        { ...cue, start: 5, end: 6, text: 'a < b & c --> d\n\n<b>bold</b>' },
        { ...cue, start: 1, end: 2, text: 'First' },
      ],
    });
    const read = readCaptions(written)?.cues ?? [];
    expect(read.map(wordsOf)).toEqual(['First', 'a < b & c --> d bold']);
  });
});

test.each([
  ['1:05.2', 65.2],
  ['00:01:05,250', 65.25],
  ['7', 7],
  ['1:00:00', 3600],
  ['1:75', null],
  ['soon', null],
  ['', null],
])('the time %j is %j seconds', (time, seconds) => {
  expect(secondsOf(time)).toBe(seconds);
  if (seconds !== null) expect(secondsOf(timeText(seconds))).toBe(seconds);
});

test('the words of a caption name who speaks, without marks', () => {
  expect(wordsOf({ text: '<v.loud Mira Holm>Salt &amp; <c.red>pepper</c>\nplease' })).toBe(
    'Mira Holm: Salt & pepper please',
  );
});

test('the spoken caption is the last that has begun', () => {
  const cues = [{ start: 1 }, { start: 4 }, { start: 9 }];
  expect([0, 1, 3.9, 4, 100].map((second) => cueAt(cues, second))).toEqual([-1, 0, 0, 1, 2]);
});
