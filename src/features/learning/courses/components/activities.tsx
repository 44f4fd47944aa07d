import type { LucideIcon } from 'lucide-react';
import { createContext, createElement, lazy, type ReactNode, type RefObject, useContext } from 'react';
import { withTexts } from '#base/browser/all-texts.ts';
import type { Draft } from '#ui/fields/use-draft.ts';
import type { LessonProgress } from '../enrolments/data.ts';
import type { Content, Lesson } from '../lessons/data.ts';
import type { Completion, LessonKind } from '../lessons/rules.ts';
import type { CompletionRule } from '../lessons/schema.ts';

/** What an activity's own content adds to the save of the lesson, while it has unsaved changes. */
export type ActivityDraft = {
  /** Whether it can be saved; else it shows what is wrong. */
  check: () => boolean;
  payload: () => Record<string, unknown>;
  /** The lesson was saved with this payload. */
  accept: () => Promise<void>;
  discard: () => void;
};

/** The lesson editor as an activity's editor sees it: one save for both. */
export type ActivityHost = {
  draft: RefObject<ActivityDraft | null>;
  /** Names of what is changed, for the save bar. */
  onChanged: (names: readonly string[]) => void;
};

export type StoredFile = { path: string; name: string };

/** A lesson as the editor edits it. */
export type LessonValues = {
  title: string;
  kind: LessonKind;
  minutes: number;
  is_preview: boolean;
  is_required: boolean;
  is_published: boolean;
  completion: CompletionRule;
  completion_amount: number;
  /** Whether its video can't be skipped until it is completed. */
  no_skip: boolean;
  body: string;
  media_url: string;
  file: StoredFile | null;
  captions: StoredFile | null;
};

export type PlayerProps = {
  lesson: Lesson;
  /** Whether progress is recorded: not while an author previews their own course. */
  isCounted: boolean;
  progress: LessonProgress | undefined;
  /** The lesson has come to its end, or the server has completed it. */
  onDone: () => void;
  /** Opens the next lesson, if there is one. */
  onContinue?: () => void;
};
export type EditorProps = { lesson: Lesson; draft: Draft<LessonValues>; host: ActivityHost };
export type PreviewProps = { lesson: Lesson; content: Content };
export type ReportProps = { lesson: Lesson; memberId: string; progress: LessonProgress | undefined };

/** What a lesson of a kind is; an `activity.tsx` exports one. Texts are keys with their namespace. */
export type Activity = {
  kind: LessonKind;
  icon: LucideIcon;
  label: string;
  /** The link to a free preview. */
  previewLabel: string;
  /** The same as in `private.lesson_kinds`, where it is enforced. */
  completion: Completion;
  /** Whether Player and Editor stand above or below the lesson's text, which every lesson may have. */
  place: 'above' | 'below';
  /** Which files of the lesson it uses; others are dropped when the lesson is saved. */
  files: readonly ('media' | 'captions')[];
  /**
   * Its content stands in tables of its feature, so that a lesson without text and file is not empty. Its editor opens once
   * the lesson is saved with this kind; until then `saveFirst` stands there.
   */
  ownContent?: { saveFirst: string };
  /** The duration in seconds that follows from the text until it is set by hand. */
  durationOf?: (body: string) => number;
  Player?: LazyPart<PlayerProps>;
  Editor?: LazyPart<EditorProps>;
  /** What a visitor sees above the text of a free preview, on the server alone: it holds an island. */
  Preview?: LazyPart<PreviewProps>;
  /** How far a student is in the lesson, in a line; nothing before there is something to say. */
  ReportRow: Part<ReportProps>;
};

type Part<Props> = (props: Props) => ReactNode;
type LazyPart<Props> = Part<Props> & { preload: () => Promise<void> };

/** A component that is loaded where it stands first. Public pages, which don't wait while they render, preload it. */
export function lazyPart<Props extends object>(load: () => Promise<Part<Props>>): LazyPart<Props> {
  let loaded: Part<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await withTexts(load()) }));
  const part = (props: Props) => createElement(loaded ?? (Lazy as Part<Props>), props);
  return Object.assign(part, {
    preload: async () => {
      loaded ??= await load();
    },
  });
}

export type Activities = ReadonlyMap<string, Activity>;

export function activitiesByKind(activities: readonly Activity[]): Activities {
  return new Map(activities.map((activity) => [activity.kind, activity]));
}

/** Provided by the layouts above the player, the editor and the public pages of courses. */
export const ActivitiesContext = createContext<Activities>(new Map());

export function useActivities(): Activities {
  return useContext(ActivitiesContext);
}

/** The activity of a lesson; undefined where the page is older than the kind. */
export function useActivity(kind: string): Activity | undefined {
  return useContext(ActivitiesContext).get(kind);
}
