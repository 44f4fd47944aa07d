import type { FieldErrors } from '#ui/fields/use-draft.ts';
import type { AssignmentSettings } from '../data.ts';

/** What a part of the author's form reads and changes. */
export type Parts = {
  values: AssignmentSettings;
  errors: FieldErrors<AssignmentSettings>;
  set: <Name extends keyof AssignmentSettings>(name: Name, value: AssignmentSettings[Name]) => void;
};
