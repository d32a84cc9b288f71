// What the plan language says of one kind of block. Each kind has a file here that says it of itself; who
// walks through a plan asks blocks.ts and knows no kind.
import type { z } from 'zod'
import type { MaybeKnown } from '../../schema/known.ts'
import type { HubTool, ToolEffect } from '../../tools/tool.ts'
import type { Cost } from '../cost.ts'
import type { Argument, Step } from '../plan.ts'
import type { SentenceForm } from '../sentences/form.ts'

export type StepKind = Step['kind']
export type StepOf<Kind extends StepKind> = Extract<Step, { readonly kind: Kind }>

export interface BlockKind<Each extends Step> {
  /** Its fields, without those of every step (plan-schema.ts) and those that hold steps. */
  readonly shape: z.ZodRawShape
  /** How it is said in English. */
  readonly sentence: SentenceForm
  /** The fields that hold steps, in their order. */
  readonly children?: readonly ChildField[]
  /**
   * What the steps inside are a part of, so that a `return` among them could not say what becomes of the
   * others. Default: of what the block is a part of.
   */
  readonly encloses?: 'loop' | 'branches'
  /** What it ends where it runs, so that no later step of its list begins. */
  readonly leaves?: 'plan' | 'turn'
  /**
   * The variable that the steps inside see: the field with its name, and the field whose items it holds, if
   * so.
   */
  readonly binds?: { readonly name: string; readonly from?: string }
  /** What it computes, in the order of evaluation; what every step may compute is in sources.ts. */
  readonly sources?: (step: Each) => readonly Source[]
  /** May other steps of its list pass it? Never where a step inside it may not be passed. Default: no. */
  readonly isCalm?: (step: Each) => boolean
  /** Tools that it may call. */
  readonly calls?: (step: Each) => readonly CalledTool[]
  /** Does it ask a language model? */
  readonly asksModel?: true
  /** The name or id of the workflow that it runs. */
  readonly runs?: (step: Each) => string
  /** @param lists what each list of steps inside costs once. Default: nothing. */
  readonly cost?: (step: Each, lists: readonly Cost[]) => Cost
  /** What is known of its output. Default: nothing. */
  readonly output?: (step: Each, given: GivenToOutput) => MaybeKnown
  /** Where its output comes from when it comes from outside. Default: from where what it computes comes. */
  readonly origin?: (step: Each, given: GivenToOrigin) => string | null
}

/** A field with a list of steps; with `each`, a list of parts that have `steps` and these fields. */
export interface ChildField {
  readonly field: string
  readonly isOptional?: true
  readonly each?: {
    /** As a message calls one: `case`. */
    readonly name: string
    readonly shape: z.ZodRawShape
    readonly most: number
  }
}

/** A computed field of a step: an expression, or a value that may hold expressions. */
export type Source =
  | {
      readonly field: string
      readonly expression: string
      readonly expects: 'bool' | 'list'
      /** It reads what the steps inside gave. */
      readonly seesBody?: true
    }
  | { readonly field: string; readonly argument: Argument }

export interface CalledTool {
  /** Where in the step: `tool`, or a place in the list of an agent. */
  readonly field: string
  /** Slug of the tool server; null for a built-in tool. */
  readonly server: string | null
  readonly tool: string
  /** As the compiler wrote it down; null where it wrote none. */
  readonly effect: ToolEffect | null
}

export interface GivenToOutput {
  /** Of a field that the step computes. */
  readonly value: (field: string) => MaybeKnown
  /** Of the output of the last step of each list inside. */
  readonly lists: readonly MaybeKnown[]
  /** The definition of the tool that it calls. */
  readonly tool: HubTool | null
}

export interface GivenToOrigin {
  /** Of what the step computes from. */
  readonly read: string | null
  /** Of the output of the last step of each list inside. */
  readonly lists: readonly (string | null)[]
}

/** All entries of an object of arguments. */
export function sourcesIn(field: string, values: { readonly [name: string]: Argument }): readonly Source[] {
  return Object.entries(values).map(([name, argument]) => ({ field: `${field}.${name}`, argument }))
}
