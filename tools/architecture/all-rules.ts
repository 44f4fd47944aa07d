import { appRooms } from './app-rooms.ts';
import { cycles } from './cycles.ts';
import { dangerousCallsRule } from './dangerous-calls.ts';
import { errorCodes } from './error-codes.ts';
import { eventTypes } from './event-types.ts';
import { namedExports } from './exports.ts';
import { featureFolders } from './feature-folders.ts';
import { featureScatter } from './feature-scatter.ts';
import { fieldLanguage } from './field-language.ts';
import { fileNames } from './file-names.ts';
import { functionSizes } from './function-sizes.ts';
import { importTable } from './import-table.ts';
import { lessonKinds } from './lesson-kinds.ts';
import { listsAndSaves } from './lists-and-saves.ts';
import { oneClock } from './one-clock.ts';
import { productNouns } from './product-nouns.ts';
import { serviceCallers } from './service-callers.ts';
import { sizes } from './sizes.ts';
import type { Rule } from './source-tree.ts';
import { specifiers } from './specifiers.ts';
import { sqlRules } from './sql-rules.ts';
import { typeCasts } from './type-casts.ts';

/** Every rule of the architecture that a machine can keep. */
export const allRules: Rule[] = [
  importTable,
  cycles,
  specifiers,
  namedExports,
  fileNames,
  featureFolders,
  sizes,
  functionSizes,
  serviceCallers(),
  productNouns,
  lessonKinds,
  sqlRules,
  errorCodes,
  dangerousCallsRule(),
  fieldLanguage,
  oneClock,
  typeCasts(),
  appRooms,
  featureScatter,
  eventTypes,
  listsAndSaves,
];
