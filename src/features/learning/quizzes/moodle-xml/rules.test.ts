import { describe, expect, test } from 'vitest';
import type { ImportReport } from '../question-formats/rules.ts';
import { readMoodleXml } from './rules.ts';

const outcome = ({ taken, left }: ImportReport) => [
  ...taken.map(({ line, question: item, changes }) => [line, item.kind, ...changes]),
  ...left.map(({ line, reason }) => [line, reason]),
];

describe('files of Moodle', () => {
  test('hold what is taken, what is changed, and what is left out', () => {
    const report = readMoodleXml(
      `<?xml version="1.0"?><quiz>
<question type="category"><category><text>$course$/Light</text></category></question>
<question type="multichoice"><name><text>one</text></name>
 <questiontext format="html"><text><![CDATA[<p>Which <em>one</em>?<img src="@@PLUGINFILE@@/a.png"></p><script>alert(1)</script>]]></text></questiontext>
 <defaultgrade>1.5</defaultgrade><single>true</single>
 <answer fraction="100"><text>f/2 &amp;lt; f/4</text><feedback><text>Yes.</text></feedback></answer><answer fraction="0"><text>f/8</text></answer></question>
<question type="cloze"><name><text>Fill it in</text></name><questiontext format="html"><text>{1:SHORTANSWER:=Paris~=Paname#ok} and {2:MC:=Rome~Milan} at {1:NUMERICAL:=5:0.1}</text></questiontext></question>
<question type="numerical"><name><text>n</text></name><questiontext><text>How far?</text></questiontext>
 <answer fraction="100"><text>2</text><tolerance>0.1</tolerance></answer><units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit><unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit></units></question>
<question type="ddmarker"><name><text>Drag it</text></name><questiontext><text>Drag</text></questiontext></question>
</quiz>`,
    );
    expect(outcome(report)).toEqual([
      [2, 'single', 'image', 'format', 'points'],
      [3, 'cloze', 'feedback', 'points', 'tolerance'],
      [4, 'numeric'],
      [5, 'image'],
    ]);
    expect(report.taken[0]?.question).toMatchObject({
      prompt: 'Which one?',
      points: 2,
      options: [{ text: 'f/2 < f/4' }, {}],
    });
    expect(report.taken[1]?.question).toMatchObject({
      prompt: 'Fill it in',
      answer: { text: '[[Paris|Paname]] and [[*Rome|Milan]] at [[5]]' },
    });
    expect(report.taken[2]?.question).toMatchObject({ answer: { factors: { a: 1, b: 0.01 } } });
  });

  test('a calculated question: its log is the natural one, its tolerance a share or a number', () => {
    const of = (
      type: number,
      formula: string,
    ) => `<question type="calculated"><questiontext><text>How much is {A}?</text></questiontext>
<answer fraction="100"><text>${formula}</text><tolerance>0.01</tolerance><tolerancetype>${type}</tolerancetype></answer>
<dataset_definitions><dataset_definition><name><text>A</text></name><minimum><text>2</text></minimum><maximum><text>9.5</text></maximum><decimals><text>1</text></decimals></dataset_definition></dataset_definitions></question>`;
    const report = readMoodleXml(
      `<quiz>${of(1, 'log({A}) + pow({A}, 2)')}${of(2, '{A} ** 2')}${of(3, '{A}')}${of(1, 'system({A})')}</quiz>`,
    );
    expect(outcome(report)).toEqual([
      [1, 'calculated'],
      [2, 'calculated'],
      [3, 'calculated', 'tolerance'],
      [4, 'invalid'],
    ]);
    expect(report.taken[0]?.question).toMatchObject({
      prompt: 'How much is {a}?',
      parts: { variables: [{ name: 'a', min: 2, max: 9.5, decimals: 1 }] },
      answer: { formula: 'ln({a}) + pow({a}, 2)', tolerance: 1, is_percent: true },
    });
    expect(report.taken[1]?.question).toMatchObject({
      answer: { formula: '{a} ^ 2', tolerance: 0.01, is_percent: false },
    });
  });
});
