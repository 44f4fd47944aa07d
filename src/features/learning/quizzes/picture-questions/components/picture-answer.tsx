import { useTranslation } from 'react-i18next';
import type { GradedQuestion } from '../../attempts/data.ts';
import { isPairs } from '../../question-types/components/matching-question.tsx';
import { keyAs } from '../../rules.ts';
import { isMarkers } from '../rules.ts';
import { PlacedLabels } from './labels-view.tsx';
import { PictureFrame, RegionShapes } from './picture-frame.tsx';

/** The image of a graded question with what was placed on it, and the regions that are right where they are shown. */
export function PictureAnswer({ question }: { question: GradedQuestion }) {
  const { t } = useTranslation('quizzes');
  const { kind, figure, parts, answer, options, key = null } = question;
  if (!figure) return null;
  const pairs = isPairs(answer) ? answer : {};
  const markers = isMarkers(answer) ? answer.markers : [];
  return (
    <div className="max-w-md">
      <PictureFrame figure={figure} ratio={parts.ratio}>
        {kind === 'labels' ? (
          <PlacedLabels rows={parts.rows ?? []} textOf={(row) => options.find(({ id }) => id === pairs[row])?.text} />
        ) : (
          <RegionShapes regions={keyAs('hotspot', { kind, answer: key })?.regions ?? []} ratio={parts.ratio ?? 1} />
        )}
        {markers.map(({ x, y }, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a marker is its number
            key={at}
            role="img"
            aria-label={t('question.markerNumber', { number: at + 1 })}
            className="num absolute grid size-7 -translate-1/2 place-items-center rounded-full border-2 border-primary-content bg-primary text-xs font-semibold text-primary-content shadow-md"
            style={{ insetInlineStart: `${x}%`, top: `${y}%` }}
          >
            {at + 1}
          </span>
        ))}
      </PictureFrame>
    </div>
  );
}
