// The door for editors of the notation, in a browser: what stands where in a text, and how it could go on.
export { completionsAt, type Given } from './notation/editing/completions.ts'
export { type MarkedText, markedText, type Token } from './notation/editing/marked-text.ts'
export type { Group, Option } from './notation/editing/options.ts'
