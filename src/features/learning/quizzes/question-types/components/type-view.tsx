import type { ComponentType } from 'react';
import type { QuestionKind } from '../../rules.ts';
import { ClozeForm, ClozeView } from './cloze-question.tsx';
import { EssayForm, EssayView } from './essay-question.tsx';
import { MatchingForm, MatchingView } from './matching-question.tsx';
import { NumericForm, NumericView } from './numeric-question.tsx';
import { OrderingView } from './ordering-view.tsx';
import type { TypeFormProps, TypeViewProps } from './type-props.ts';

/** How questions of the further types are answered. */
export const typeViews: Partial<Record<QuestionKind, ComponentType<TypeViewProps>>> = {
  numeric: NumericView,
  matching: MatchingView,
  ordering: OrderingView,
  cloze: ClozeView,
  essay: EssayView,
};

/** What is edited of the further types only. */
export const typeForms: Partial<Record<QuestionKind, ComponentType<TypeFormProps>>> = {
  numeric: NumericForm,
  matching: MatchingForm,
  cloze: ClozeForm,
  essay: EssayForm,
};
