import { writeFileSync } from 'node:fs';
import { featureLists } from './feature-lists/write-lists.ts';

// Writes the lists of `src/features/` anew: after a file of the vocabulary was added, renamed or removed.
for (const [path, text] of Object.entries(featureLists('.'))) writeFileSync(path, text);
