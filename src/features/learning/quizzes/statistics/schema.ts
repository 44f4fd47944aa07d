import type { QuestionOption } from '../question-types/rules.ts';
import type { AnswerKey, QuestionKind } from '../rules.ts';

/** Figures are in percent, null where they are not defined: without a spread, or where guessing has no one value. */
export type QuestionStatistics = {
  id: string;
  kind: QuestionKind;
  prompt: string;
  options: QuestionOption[];
  key: AnswerKey;
  attempts: number;
  facility: number | null;
  deviation: number | null;
  guess: number | null;
  discrimination: number | null;
  efficiency: number | null;
  /** How many left it without an answer. */
  blank: number;
  /** How often each choice was made, by its id. */
  chosen: Record<string, number>;
};

/** Without `questions` there are fewer attempts than `least`. */
export type QuizStatistics = {
  attempts: number;
  least: number;
  mean?: number | null;
  alpha?: number | null;
  kr20?: number | null;
  questions?: QuestionStatistics[];
};
