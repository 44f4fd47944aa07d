import type { AttemptQuestion } from '../../attempts/data.ts';
import type { QuestionDraft } from '../../drafts/rules.ts';
import type { StudentAnswer } from '../../rules.ts';
import type { TypeProblem } from '../rules.ts';

/** A form for what only one type of question has. */
export type TypeFormProps = {
  question: QuestionDraft;
  /** The sentence of the first of these problems that the question has, once it was tried to save. */
  error: (...problems: TypeProblem[]) => string | undefined;
  onChange: (question: QuestionDraft) => void;
};

/** How one type of question is answered. */
export type TypeViewProps = {
  question: AttemptQuestion;
  answer: StudentAnswer;
  isDisabled: boolean;
  onAnswer: (answer: StudentAnswer) => void;
  /** For what is typed: sent with what follows within a moment. */
  onType: (answer: StudentAnswer) => void;
};
