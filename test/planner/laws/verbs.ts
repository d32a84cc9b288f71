// The examples of all tools with other verbs in place of their own: "Print the Teams card ...", "Blorf a CSV
// file of ...". What comes of them is the plan of the example, what it computes, or a diagnostic.
// verbs.long.ts tries a part, run.ts (--verbs) all of them.
import type { Plan } from '../../../domain/plan/plan.ts'
import type { HubTool, ToolExample } from '../../../domain/tools/tool.ts'
import { alone, builtins, type Calculator, doingsOf, everything, isPure } from './catalog.ts'
import { ready, stepsOf } from './given.ts'
import { saysTheSame, toolsIn } from './says.ts'

export const otherVerbs =
  `Print Get Show Grab Blorf List Fetch Read Find Check Take Return Give Keep Make Write Open Load
 Set Use Tell`.split(/\s+/)

export interface Swapped {
  readonly tool: HubTool
  readonly example: ToolExample
  readonly verb: string
  readonly prompt: string
  /** What there is beside the tool. */
  readonly tools: readonly HubTool[]
}

/** Every example with every other verb. */
export function swapped(): readonly Swapped[] {
  return everything.flatMap(tool =>
    tool.examples.flatMap(example =>
      otherVerbs
        .filter(verb => !example.prompt.startsWith(`${verb} `))
        .map(verb => ({
          ...{ tool, example, verb },
          prompt: alone(example.prompt).replace(/^\S+/, verb),
          tools: tool.server === null && verb.length % 2 === 0 ? builtins : everything,
        })),
    ),
  )
}

/** Other verbs that mean another thing there: a list is its items, JSON is read by parsing it. */
const fair = [/^\S+ the items in \{\{inputs\.\w+\}\}$/, /^Read \{\{inputs\.\w+\}\} as JSON$/]

/** @returns what the prompt became, where that is neither its example nor refused; null: all is well */
export async function wrongIn(
  { tool, example, prompt, tools }: Swapped,
  calculator: Calculator,
): Promise<string | null> {
  const plan = ready(prompt, tools)
  if (plan === null || fair.some(form => form.test(prompt))) return null
  const own = ready(alone(example.prompt), tools)
  if (own !== null && [plan, unshown(plan)].some(each => doingsOf(own) === doingsOf(each))) return null
  const called = toolsIn(stepsOf(plan), tools)
  // "Get the S3 object" is what another tool does.
  if (called.length === 1 && called[0] !== tool && saysTheSame(called[0]!, prompt)) return null
  const isSame =
    tool.server === null &&
    tool.effect === 'pure' &&
    isPure(plan, tools) &&
    (await calculator.compare(plan, tool, example)) !== 'else'
  return isSame ? null : doingsOf(plan)
}

/** Without the return of what was done last: "show the current time" gets it, and shows it. */
function unshown(plan: Plan): Plan {
  const [done, end, ...more] = plan.steps.slice(-2)
  const value = JSON.stringify({ $: `steps.${done?.id}` })
  const shows = end?.kind === 'return' && more.length === 0 && JSON.stringify(end.value) === value
  return shows ? { ...plan, steps: plan.steps.slice(0, -1) } : plan
}
