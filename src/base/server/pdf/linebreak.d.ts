/** The library brings no types of its own. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place where a line may (or, after a line feed, must) end; null at the end of the text. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
