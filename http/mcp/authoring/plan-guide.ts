// The language of plans in short, for agents: troupe://guide/plans, and a resource for each kind of block.
import { type BlockKind, blockGuides, blockKinds } from '../../../domain/planning/block-guides.ts'

export { type BlockKind, blockGuides, blockKinds }

export const planGuide = `# Write a plan for Troupe

A plan is \`{"steps": [...]}\`, given as \`plan\` beside a prompt that is then a note for people. Each step has an \`id\` (a
lower-case letter, then letters, digits, _; unique) and a \`kind\`. At most 100 steps, 6 levels deep. plan_workflow checks it.

Any step may have \`title\`; \`when\` (an expression; false skips it, its output is null); \`after\` (ids of steps that end
first); \`timeoutMs\`; \`retry\` (\`{"maxAttempts": 3}\`); \`onError\` ("continue", or \`{"steps": [...]}\` that see \`error\`: \`code\`, \`message\`, \`tool.status\`).

Beside \`steps\` a plan may have \`inputs\`: a JSON Schema of an object with titles, examples and defaults. A step reads none
that it lacks; a default fills what is missing. \`outputSchema\`: what it returns fits, or the run fails.
\`start\`: \`[{"kind": "schedule", "cron", "timezone", "everyWeeks", "from", "inputs"}, {"kind": "hook", "inputs"}, {"kind": "completion", "workflow", "on"}]\`.

## Values

JSON, in which \`{"$": "<expression>"}\` is computed, \`{"$t": "text with \${<expression>}"}\` is a text, and
\`{"$secret": "<credential>"}\` a stored secret. Expressions are CEL: they see \`inputs\`, \`steps.<id>\` (outputs of earlier
steps of the same list and of those around it), the names of loops, \`now\`. Functions: size, lower, upper, trim, split,
join, replace, contains, matches, matchGroups(text, pattern), replacePattern(text, pattern, "$1"), first, last, sum, avg,
min, max, round, sortBy, groupBy, find(list, "field", value), toMap(list, "key", "field"), sumBy, countBy, table(list,
["field"]), bullets, zip, chunk, unique, keys, values, isBlank, json, parseJson, number, string, date, formatDate, addTime,
weekOfYear; filter, map, exists; \`default(x.y, 0)\`, \`has(x.y)\`;
\`failed(steps.x)\`, \`skipped(steps.x)\`.

Steps run at the same time unless one reads the other's output; a step that changes the world waits for all before it.

## Kinds of steps

${blockKinds.map(kind => `- \`${kind}\`: ${blockGuides[kind].title}. troupe://guide/plans/${kind}`).join('\n')}
`

/** The text of a block's resource. */
export function blockText(kind: BlockKind): string {
  const { title, fields, output, example } = blockGuides[kind]
  const plan = JSON.stringify({ steps: example }, null, 1)
  return `# ${kind}: ${title}\n\nFields: ${fields}.\nOutput: ${output}.\n\n\`\`\`json\n${plan}\n\`\`\`\n`
}
