import { type ComponentType, lazy } from 'react';
import type { QuestionKind } from '../../rules.ts';
import { ClozeForm, ClozeView } from './cloze-question.tsx';
import { EssayForm, EssayView } from './essay-question.tsx';
import { MatchingForm, MatchingView } from './matching-question.tsx';
import { NumericForm, NumericView } from './numeric-question.tsx';
import { OrderingView } from './ordering-view.tsx';
import type { TypeFormProps, TypeViewProps } from './type-props.ts';

/** Loaded with the first question of their type. */
const HotspotView = lazy(async () => ({
  default: (await import('../../picture-questions/components/hotspot-view.tsx')).HotspotView,
}));
const LabelsView = lazy(async () => ({
  default: (await import('../../picture-questions/components/labels-view.tsx')).LabelsView,
}));
const HotspotForm = lazy(async () => ({
  default: (await import('../../picture-questions/components/hotspot-form.tsx')).HotspotForm,
}));
const CalculatedForm = lazy(async () => ({
  default: (await import('../../calculated/components/calculated-form.tsx')).CalculatedForm,
}));
const LabelsForm = lazy(async () => ({
  default: (await import('../../picture-questions/components/labels-form.tsx')).LabelsForm,
}));

/** How questions of the further types are answered. */
export const typeViews: Partial<Record<QuestionKind, ComponentType<TypeViewProps>>> = {
  numeric: NumericView,
  matching: MatchingView,
  ordering: OrderingView,
  cloze: ClozeView,
  essay: EssayView,
  calculated: NumericView,
  hotspot: HotspotView,
  labels: LabelsView,
};

/** What is edited of the further types only. */
export const typeForms: Partial<Record<QuestionKind, ComponentType<TypeFormProps>>> = {
  numeric: NumericForm,
  matching: MatchingForm,
  cloze: ClozeForm,
  essay: EssayForm,
  calculated: CalculatedForm,
  hotspot: HotspotForm,
  labels: LabelsForm,
};
