import { lighthouseScores } from './lighthouse.ts';
await lighthouseScores({ port: 3560, host: 'demo.localhost', add: (f: object) => console.log(JSON.stringify(f)) });
