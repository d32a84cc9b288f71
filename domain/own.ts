// Looks a word up that somebody else has chosen: the name of an input, a step, a column, an argument, a tool.
// Every plain object seems to have `constructor`, `toString` and the like; only what it has of its own
// counts. Called wherever a table or a JSON object is read by such a word. Tables of ours that are read by
// words of prompts are made by language/planner/lattice/word-table.ts.

/** What is kept under the name; undefined when the object has nothing of its own there. */
export function own<T>(kept: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(kept, name) ? kept[name] : undefined
}
