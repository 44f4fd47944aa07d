import { lazy, Suspense } from 'react';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

type WritingField = { label: string; value: string; onChange: (value: string) => void };

type WritingFieldsProps = {
  title: WritingField & { errorMessage: string | undefined };
  /** The few sentences above the text; `place` names the field to findings. */
  lead: WritingField & { place: string };
  content: WritingField;
};

/** Title, lead and text of what is written; findings of a check lead to a field by `data-place`. */
export function WritingFields({ title, lead: { place, ...lead }, content }: WritingFieldsProps) {
  return (
    <div className="grid content-start gap-4">
      <div data-place="title">
        <TextField {...title} dir="auto" maxLength={160} />
      </div>
      <div data-place={place}>
        <TextArea {...lead} dir="auto" rows={2} maxLength={400} />
      </div>
      <div data-place="content">
        <Suspense fallback={<SkeletonText lines={10} />}>
          <PicturedTextField {...content} isLong />
        </Suspense>
      </div>
    </div>
  );
}
