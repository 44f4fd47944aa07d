import { escapedText, ImmenseXml, MalformedXml, readXmlTree, type XmlElement } from '#base/shared/xml-tree.ts';
import {
  type CalculatedKey,
  formulaForMoodle,
  formulaOfMoodle,
  samplesOf,
  withSmallNames,
} from '../calculated/rules.ts';
import type { QuestionDraft } from '../drafts/rules.ts';
import {
  type Choice,
  collect,
  type Exported,
  type ImportChange,
  type ImportReport,
  type Source,
  textOfHtml,
  Unreadable,
  withGaps,
  writtenOf,
} from '../question-formats/rules.ts';
import type { Gap, NumericKey, Variable } from '../question-types/rules.ts';
import { isAnsweredOnImage } from '../rules.ts';

const LIMITS = { depth: 24, elements: 200_000 };

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string';
const all = (element: XmlElement | undefined, name: string) =>
  (element?.children ?? []).filter(isElement).filter((child) => child.name === name);
const first = (element: XmlElement | undefined, name: string) => all(element, name)[0];
const rawText = (element: XmlElement | undefined) =>
  (element?.children ?? []).filter((child) => !isElement(child)).join('');
const attribute = (element: XmlElement, name: string) =>
  element.attributes.find((candidate) => candidate.name === name)?.value ?? '';

/** The text of an element such as `<questiontext format="html"><text>…</text></questiontext>`. */
function textOf(element: XmlElement | undefined, changes: Set<ImportChange>): string {
  const raw = rawText(first(element, 'text') ?? element);
  if (all(element, 'file').length > 0) changes.add('image');
  const isPlain = element && attribute(element, 'format') === 'plain_text';
  return isPlain ? raw.trim() : textOfHtml(raw, changes);
}

type Answer = { text: string; fraction: number; feedback: string; element: XmlElement };

function answersOf(question: XmlElement, changes: Set<ImportChange>): Answer[] {
  return all(question, 'answer').map((element) => {
    const fraction = Number(attribute(element, 'fraction'));
    return { text: textOf(element, changes), fraction, feedback: textOf(first(element, 'feedback'), changes), element };
  });
}

/** The answers of a type whose answers have no feedback here. */
function bareAnswersOf(question: XmlElement, changes: Set<ImportChange>): Answer[] {
  const answers = answersOf(question, changes);
  if (answers.some(({ feedback }) => feedback !== '')) changes.add('feedback');
  return answers;
}

const numberOf = (element: XmlElement | undefined, fallback: number) => {
  const number = Number(rawText(element).trim() || fallback);
  return Number.isFinite(number) ? number : fallback;
};

/** The gaps of an embedded-answers question: {1:SHORTANSWER:=Paris~=Paname}, {1:MULTICHOICE:=Paris~Rome}, {1:NUMERICAL:=5:0.1}. */
function clozeOf(text: string, changes: Set<ImportChange>): string {
  return text.replace(/\{(\d*):([A-Z_]+):((?:\\.|[^}\\])*)\}/gs, (_, points: string, type: string, body: string) => {
    if (points !== '' && points !== '1') changes.add('points');
    const items = body.split(/(?<!\\)~/).map((item) => {
      const [, sign, weight, rest = ''] = /^(=)?(?:%(-?[\d.]+)%)?(.*)$/s.exec(item.trim()) ?? [];
      const [shown = '', feedback] = rest.split(/(?<!\\)#/, 2);
      if (feedback) changes.add('feedback');
      return {
        isRight: sign === '=' || weight === '100',
        isPartly: Number(weight) > 0,
        text: shown.replace(/\\(.)/g, '$1').trim(),
      };
    });
    const rights = items.filter(({ isRight }) => isRight).map((item) => item.text);
    if (items.some(({ isRight, isPartly }) => isPartly && !isRight)) changes.add('weights');
    if (/^(?:NUMERICAL|NM)$/.test(type)) {
      changes.add('tolerance');
      return `[[${rights.map((right) => right.split(':')[0]).join('|')}]]`;
    }
    if (/^(?:SHORTANSWER|SA|MW)/.test(type)) return `[[${rights.join('|')}]]`;
    if (!/^(?:MULTICHOICE|MC)/.test(type)) throw new Unreadable('type');
    return `[[${items.map((item) => (item.isRight ? `*${item.text}` : item.text)).join('|')}]]`;
  });
}

const namesOf = (variables: readonly Variable[]) => variables.map(({ name }) => name);

type Reader = (question: XmlElement, changes: Set<ImportChange>) => Source;
/** Filled in for every type at once. */
const prompt = '';

const unitsOf = (question: XmlElement) =>
  all(first(question, 'units'), 'unit').map((unit) => ({
    text: rawText(first(unit, 'unit_name')).trim(),
    // Theirs is how many of the unit are one of the first; ours how many of the first are one of the unit.
    factor: 1 / (numberOf(first(unit, 'multiplier'), 1) || 1),
  }));

const variablesOf = (question: XmlElement): Variable[] =>
  all(first(question, 'dataset_definitions'), 'dataset_definition').map((dataset) => ({
    name: plainOf(first(dataset, 'name')).toLowerCase(),
    min: numberOf(first(first(dataset, 'minimum'), 'text'), 1),
    max: numberOf(first(first(dataset, 'maximum'), 'text'), 10),
    decimals: numberOf(first(first(dataset, 'decimals'), 'text'), 0),
  }));

const readers: Record<string, Reader> = {
  multichoice(question, changes) {
    const answers = answersOf(question, changes);
    const rights = answers.filter(({ fraction }) => fraction > 0);
    const isSingle = rawText(first(question, 'single')).trim() !== 'false';
    const share = 100 / rights.length;
    if (!isSingle && rights.some(({ fraction }) => Math.abs(fraction - share) > 1)) changes.add('weights');
    if (isSingle && rights.length > 1) changes.add('weights');
    const isRight = ({ fraction }: Answer) => (isSingle ? fraction === 100 : fraction > 0);
    return {
      kind: 'choice',
      prompt,
      isSingle,
      options: answers.map((answer) => ({ text: answer.text, feedback: answer.feedback, isRight: isRight(answer) })),
    };
  },
  truefalse(question, changes) {
    const right = bareAnswersOf(question, changes).find(({ fraction }) => fraction === 100);
    if (!right) throw new Unreadable('noAnswer');
    return { kind: 'truefalse', prompt, isTrue: right.text.toLowerCase() === 'true' };
  },
  shortanswer(question, changes) {
    const answers = bareAnswersOf(question, changes);
    const full = answers.filter(({ fraction }) => fraction === 100);
    if (answers.some(({ fraction }) => fraction > 0 && fraction < 100)) changes.add('weights');
    const keepCase = rawText(first(question, 'usecase')).trim() === '1';
    return { kind: 'short', prompt, texts: full.map(({ text }) => text), keepCase };
  },
  calculated(question, changes) {
    const right = bareAnswersOf(question, changes).find(({ fraction }) => fraction === 100);
    if (!right) throw new Unreadable('noAnswer');
    const type = numberOf(first(right.element, 'tolerancetype'), 1);
    // The third kind takes the right number times and by the tolerance.
    if (type === 3) changes.add('tolerance');
    const tolerance = type === 3 ? 0 : Math.abs(numberOf(first(right.element, 'tolerance'), 0));
    const variables = variablesOf(question);
    return {
      kind: 'calculated',
      prompt,
      formula: withSmallNames(formulaOfMoodle(right.text), namesOf(variables)),
      variables,
      tolerance: type === 1 ? +(tolerance * 100).toPrecision(12) : tolerance,
      isPercent: type === 1,
      units: unitsOf(question),
    };
  },
  numerical(question, changes) {
    const answers = bareAnswersOf(question, changes).filter(({ fraction }) => fraction > 0);
    const right = answers.find(({ fraction }) => fraction === 100);
    if (!right || right.text === '*' || !Number.isFinite(Number(right.text))) throw new Unreadable('noAnswer');
    if (answers.length > 1) changes.add('weights');
    const tolerance = Math.abs(numberOf(first(right.element, 'tolerance'), 0));
    return { kind: 'numeric', prompt, value: Number(right.text), tolerance, units: unitsOf(question) };
  },
  matching(question, changes) {
    const pairs = all(question, 'subquestion').map((row) => ({
      row: textOf(row, changes),
      match: plainOf(first(row, 'answer')),
    }));
    return {
      kind: 'matching',
      prompt,
      pairs: pairs.filter(({ row }) => row !== ''),
      extras: pairs.filter(({ row }) => row === '').map(({ match }) => match),
    };
  },
  ordering: (question, changes) => ({
    kind: 'ordering',
    prompt,
    items: bareAnswersOf(question, changes).map(({ text }) => text),
  }),
  essay(question, changes) {
    const words = (name: string) => numberOf(first(question, name), 0);
    return {
      kind: 'essay',
      prompt,
      guide: textOf(first(question, 'graderinfo'), changes),
      minWords: words('minwordlimit'),
      maxWords: words('maxwordlimit') || null,
    };
  },
  cloze: (question, changes) => ({
    kind: 'cloze',
    prompt,
    text: clozeOf(textOf(first(question, 'questiontext'), changes), changes),
  }),
};

/** Types that are answered on an image, which is not taken from a file. */
const ON_IMAGES = new Set(['ddmarker', 'ddimageortext']);

function treeOf(text: string): XmlElement {
  try {
    const reading = readXmlTree(text, LIMITS);
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
    }
  } catch (error) {
    if (error instanceof MalformedXml || error instanceof ImmenseXml) throw new Unreadable('broken');
    throw error;
  }
}

/** Plain text in any format, as matches are. */
const plainOf = (element: XmlElement | undefined) => rawText(first(element, 'text') ?? element).trim();
const nameOf = (question: XmlElement) => plainOf(first(question, 'name'));

/** Reads Moodle XML: https://docs.moodle.org/en/Moodle_XML_format. @throws {Unreadable} what is no such file */
export function readMoodleXml(text: string): ImportReport {
  const root = treeOf(text);
  if (root.name !== 'quiz') throw new Unreadable('broken');
  const questions = all(root, 'question').map((element, at) => ({ element, number: at + 1 }));
  return collect(
    questions.filter(({ element }) => attribute(element, 'type') !== 'category'),
    ({ number }) => number,
    ({ element }) => textOf(first(element, 'questiontext'), new Set()) || nameOf(element),
    ({ element }, changes) => {
      const type = attribute(element, 'type');
      if (ON_IMAGES.has(type)) throw new Unreadable('image');
      const read = readers[type];
      if (!read) throw new Unreadable('type');
      const source = read(element, changes);
      const inWords = (name: string) => {
        const words = textOf(first(element, name), changes);
        return source.kind === 'calculated' ? withSmallNames(words, namesOf(source.variables)) : words;
      };
      return {
        ...source,
        // The text of a question with gaps is the one that has them; its name says what to do.
        prompt: source.kind === 'cloze' ? nameOf(element) : inWords('questiontext'),
        points: source.kind === 'cloze' ? undefined : numberOf(first(element, 'defaultgrade'), 1),
        explanation: inWords('generalfeedback'),
      } as Source;
    },
  );
}

const plain = (name: string, text: string, more = '') =>
  `<${name} format="plain_text"${more}><text>${escapedText(text)}</text></${name}>`;
const answer = (text: string, fraction: number, inside = '') =>
  `<answer fraction="${+fraction.toFixed(5)}" format="plain_text"><text>${escapedText(text)}</text>${inside}</answer>`;

const inGap = (text: string) => text.replace(/[~=#{}\\%]/g, '\\$&');

function gapOf({ texts, choices }: Gap): string {
  if (!choices) return `{1:SHORTANSWER:${texts.map((text) => `=${inGap(text)}`).join('~')}}`;
  return `{1:MULTICHOICE:${choices.map((choice) => (texts.includes(choice) ? `=${inGap(choice)}` : inGap(choice))).join('~')}}`;
}

function numericXml(question: QuestionDraft, { value, tolerance, is_percent, factors }: NumericKey): string {
  const absolute = is_percent ? (Math.abs(value ?? 0) * tolerance) / 100 : tolerance;
  const right = answer(String(value), 100, `<tolerance>${absolute}</tolerance>`);
  return `${right}${unitsXml(question, factors)}`;
}

function unitsXml(question: QuestionDraft, factors: NumericKey['factors']): string {
  const units = question.options
    .filter(({ id }) => factors[id])
    .map(
      ({ id, text }) =>
        `<unit><multiplier>${1 / (factors[id] ?? 1)}</multiplier><unit_name>${escapedText(text)}</unit_name></unit>`,
    );
  return units.length > 0 ? `<units>${units.join('')}</units>` : '';
}

/** How many values are written of each variable: the format has them, and draws from them. */
const DATASET_ITEMS = 20;

function calculatedXml(question: QuestionDraft, key: CalculatedKey): string {
  const { steps, tolerance, is_percent, factors } = key;
  const rules = `<tolerance>${is_percent ? tolerance / 100 : tolerance}</tolerance><tolerancetype>${is_percent ? 1 : 2}</tolerancetype>`;
  const form = '<correctanswerformat>1</correctanswerformat><correctanswerlength>6</correctanswerlength>';
  const textual = (name: string, text: string | number) => `<${name}><text>${text}</text></${name}>`;
  const variables = question.parts.variables ?? [];
  const samples = samplesOf(variables, DATASET_ITEMS);
  const datasets = variables.map(({ name, min, max, decimals }) =>
    [
      `<dataset_definition>${textual('status', 'private')}${textual('name', name)}<type>calculated</type>`,
      `${textual('distribution', 'uniform')}${textual('minimum', min)}${textual('maximum', max)}${textual('decimals', decimals)}`,
      `<itemcount>${DATASET_ITEMS}</itemcount><dataset_items>`,
      ...samples.map(
        (values, at) => `<dataset_item><number>${at + 1}</number><value>${values[name]}</value></dataset_item>`,
      ),
      `</dataset_items><number_of_items>${DATASET_ITEMS}</number_of_items></dataset_definition>`,
    ].join(''),
  );
  return [
    answer(formulaForMoodle(steps), 100, rules + form),
    unitsXml(question, factors),
    `<dataset_definitions>${datasets.join('')}</dataset_definitions>`,
  ].join('');
}

const choiceXml = ({ text, feedback }: Choice, fraction: number) =>
  answer(text, fraction, feedback ? plain('feedback', feedback) : '');

function bodyOf(question: QuestionDraft): [type: string, body: string] {
  const { options, pairs, extras, key } = writtenOf(question);
  switch (question.kind) {
    case 'single':
      return [
        'multichoice',
        `<single>true</single>${options.map((option) => choiceXml(option, option.isRight ? 100 : 0)).join('')}`,
      ];
    case 'multiple': {
      const rights = options.filter(({ isRight }) => isRight).length;
      const wrongs = options.length - rights;
      const share = (isRight: boolean) => (isRight ? 100 / rights : -100 / wrongs);
      return [
        'multichoice',
        `<single>false</single>${options.map((option) => choiceXml(option, share(option.isRight))).join('')}`,
      ];
    }
    case 'truefalse':
      return [
        'truefalse',
        [true, false].map((value) => answer(String(value), key('truefalse') === value ? 100 : 0)).join(''),
      ];
    case 'short': {
      const { texts, keep_case } = key('short');
      return [
        'shortanswer',
        `<usecase>${keep_case ? 1 : 0}</usecase>${texts.map((text) => answer(text, 100)).join('')}`,
      ];
    }
    case 'numeric':
      return ['numerical', numericXml(question, key('numeric'))];
    case 'calculated':
      return ['calculated', calculatedXml(question, key('calculated'))];
    case 'matching':
      return [
        'matching',
        [...pairs, ...extras.map((match) => ({ row: '', match }))]
          .map(({ row, match }) =>
            plain('subquestion', row).replace(
              '</subquestion>',
              `<answer><text>${escapedText(match)}</text></answer></subquestion>`,
            ),
          )
          .join(''),
      ];
    case 'ordering':
      return ['ordering', options.map(({ text }, at) => answer(text, at + 1)).join('')];
    case 'cloze':
      return ['cloze', ''];
    case 'essay': {
      const { min_words = 0, max_words = null } = question.parts;
      const limits = `<minwordlimit>${min_words || ''}</minwordlimit><maxwordlimit>${max_words ?? ''}</maxwordlimit>`;
      return ['essay', `${plain('graderinfo', key('essay').guide)}${limits}`];
    }
    default:
      throw new Error(`Moodle XML has no form for ${question.kind}.`);
  }
}

function questionXml(question: QuestionDraft): string {
  const [type, body] = bodyOf(question);
  const isCloze = question.kind === 'cloze';
  const questionText = isCloze ? withGaps(writtenOf(question).key('cloze').text, gapOf) : question.prompt;
  const name = isCloze ? question.prompt : question.prompt.replace(/\s+/g, ' ').slice(0, 80);
  const grade = isCloze ? '' : `<defaultgrade>${question.points}</defaultgrade>`;
  return [
    `<question type="${type}"><name><text>${escapedText(name)}</text></name>`,
    plain('questiontext', questionText),
    plain('generalfeedback', question.explanation),
    grade,
    `${body}</question>`,
  ].join('');
}

/** Writes Moodle XML; a tolerance in percent becomes a number, and what is answered on an image is left out with it. */
export function writeMoodleXml(questions: readonly QuestionDraft[]): Exported {
  const written = questions.filter(({ kind }) => !isAnsweredOnImage(kind));
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${written.map(questionXml).join('\n')}\n</quiz>\n`;
  return { text, left: questions.filter(({ kind }) => isAnsweredOnImage(kind)) };
}
