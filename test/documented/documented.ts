// The sentences that the documentation of commit c69dea1 shows: of README and guides, of the last lines that
// `npm start` says, of templates, tools, prompt examples and the guide of /rpc. Each is kept with its plan,
// and where neither network nor clock decides, with what comes of it. Of the template for every morning the
// text is a later one: with an input, no schedule could start it.
// They are frozen: what changes here by hand changes what somebody was shown and has saved.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompilerContext } from '../../domain/compiler/compiler.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { withLists } from '../../domain/plan/nested-steps.ts'
import type { Compilation, Plan, Step } from '../../domain/plan/plan.ts'
import type { PlanStart } from '../../domain/work/starts/said-starts.ts'
import { jsonFiles } from '../planner/corpus/prompts.ts'

export interface DocumentedSentence {
  /** Who shows it: pages, a template, a tool, a heading of the prompt examples. */
  readonly from: readonly string[]
  readonly prompt: string
  /** Beside the built-in tools: slug of a first-party server or of a fixture domain, or `example`. */
  readonly server?: string
  readonly plan: Plan
  /** Absent where the result lies with the network or the clock. */
  readonly runs?: readonly DocumentedRun[]
}

export interface DocumentedRun {
  readonly inputs: JsonObject
  /** Whoever is asked answers so. */
  readonly decide?: 'approve' | 'deny'
  readonly result: RunResult
}

export interface RunResult {
  readonly status: string
  readonly output: Json
  /** Calls of the fixture domain that changed something, by name and arguments; absent for none. */
  readonly effects?: readonly (readonly [tool: string, args: JsonObject])[]
}

/** By file: of which kind of place they are. */
export function documentedSentences(): ReadonlyMap<string, readonly DocumentedSentence[]> {
  const files = jsonFiles(join(import.meta.dirname, 'sentences'))
  return new Map(files.map(file => [file, JSON.parse(readFileSync(file, 'utf8'))]))
}

/** What else there is where they are shown. */
export const around = {
  workflows: [
    { id: 'wf_1', name: 'Shop' },
    { id: 'wf_2', name: 'Report' },
  ],
  credentials: [{ id: 'cred_1', name: 'github', allowedHosts: ['api.github.com'] }],
} satisfies Partial<CompilerContext>

/** The plan of a prompt with what starts it, as a plan says it. */
export function planOf({ plan, schedule, triggers = [] }: Compilation): Plan {
  const timed: readonly PlanStart[] = schedule === null ? [] : [{ kind: 'schedule', ...schedule }]
  const others = triggers.map(({ span: _, ...trigger }): PlanStart => {
    if (trigger.kind === 'hook') return trigger
    const { workflowId: __, ...said } = trigger
    return said
  })
  const start = [...timed, ...others]
  return essence(start.length === 0 ? plan : { ...plan, start })
}

/** Without places in a prompt, effects, the first version, and titles, which are made of the words. */
export function essence(plan: Plan): Plan {
  const { irVersion, ...said } = plan
  const version = irVersion === 2 ? { irVersion } : {}
  return plain({ ...version, ...said, steps: bare(plan.steps) } as unknown as Json) as unknown as Plan
}

/** What runs, to be compared: without what was said of it, and how it was made. */
export function whatRuns({ plan, schedule, triggers, inputsSchema, status, cu }: Compilation): Json {
  const { steps } = essence(plan)
  const started = triggers?.map(({ span: _, ...trigger }) => trigger) ?? []
  return plain({ steps, schedule, started, inputsSchema, status, cu } as unknown as Json)
}

function bare(steps: readonly Step[]): readonly Step[] {
  return steps.map(step => {
    const { span: _, effect: __, ...said } = withLists(step, bare) as Step & { readonly effect?: unknown }
    return { ...said, title: '' } as Step
  })
}

/** Without fields that are undefined. */
function plain(value: Json): Json {
  return JSON.parse(JSON.stringify(value))
}
