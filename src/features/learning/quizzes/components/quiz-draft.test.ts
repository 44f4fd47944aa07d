import { describe, expect, test } from 'vitest';
import type { QuizSettings } from '../data.ts';
import type { QuestionDraft } from '../drafts/rules.ts';
import { draftAfterSave, type StoredDraft } from './quiz-draft.ts';

const question = (prompt: string) => ({ id: 'a', prompt }) as QuestionDraft;
const draftOf = (prompt: string, version: number): StoredDraft => ({
  settings: { intro: '' } as QuizSettings,
  questions: [question(prompt)],
  version,
});

describe('the draft of a quiz after its save', () => {
  test('is what was stored, at its version, so that it can be saved again', () => {
    const current = draftOf(' Is it? ', 1);
    const saved = draftOf('Is it?', 2);
    expect(draftAfterSave(current, current, saved)).toEqual(saved);
  });

  test('keeps what was changed while it was being saved', () => {
    const sent = draftOf('Is it?', 1);
    const current = { ...sent, questions: [question('Is it now?')] };
    const saved = draftOf('Is it?', 2);
    expect(draftAfterSave(current, sent, saved)).toEqual({
      settings: saved.settings,
      questions: [question('Is it now?')],
      version: 2,
    });
  });
});
