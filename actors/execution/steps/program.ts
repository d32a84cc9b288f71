// A plan compiled for running: lists of steps with compiled expressions and counted dependencies. effects.ts
// compiles it.
// 1. It is made once per version and thread, shared by all executions of the version, and never changed.
// 2. States refer to lists by number: another numbering must count `stateVersion` up (snapshots.ts).

import {
  type Computed,
  compileArgument,
  compileExpression,
  compilingAs,
} from '../../../domain/expression/expression.ts'
import { type Json, type JsonObject, type JsonSchema, textsIn } from '../../../domain/json.ts'
import type { AskBlock } from '../../../domain/plan/blocks/ask.ts'
import { dependencies } from '../../../domain/plan/dependencies.ts'
import {
  type ApprovalPolicy,
  agentBounds,
  askBounds,
  type IrVersion,
  type Plan,
  type RetryPolicy,
  type Step,
} from '../../../domain/plan/plan.ts'
import { type SecretPlace, secretPlaces } from '../../../domain/plan/secret-places.ts'
import { offeredName, type ToolResult } from '../../../domain/tools/tool.ts'
import { agentCallId } from './paths.ts'

export interface Program {
  /** Lists of steps; the plan's own is the first. */
  readonly lists: readonly StepList[]
  /** Every step by its id, which is the last part of its path. */
  readonly steps: ReadonlyMap<string, ProgramStep>
  readonly deadline: Plan['deadline'] | null
  readonly irVersion: IrVersion
  /** What the output must fit; null: anything. */
  readonly outputSchema: JsonSchema | null
  /** The texts of a plan that asks a model: what its author has named. */
  readonly words: readonly string[]
}

export interface StepList {
  readonly steps: readonly ProgramStep[]
  readonly indexOf: ReadonlyMap<string, number>
  /** By step: how many steps it waits for. */
  readonly waits: readonly number[]
  /** By step: the steps that wait for it. */
  readonly dependents: readonly (readonly number[])[]
}

export interface ProgramStep {
  readonly id: string
  readonly title: string
  readonly when: Computed | null
  /** Null when the plan names none. */
  readonly timeoutMs: number | null
  readonly retry: RetryPolicy | null
  readonly onError: OnError
  /** Required before the step's tool is called. */
  readonly approval: ProgramApproval | null
  readonly block: ProgramBlock
}

export type OnError =
  | { readonly type: 'fail' }
  | { readonly type: 'continue' }
  | { readonly type: 'steps'; readonly list: number }

export interface ProgramApproval extends Omit<ApprovalPolicy, 'message' | 'unless' | 'assigneesFrom'> {
  readonly message: Computed
  readonly unless: Computed | null
  readonly assigneesFrom: readonly Computed[]
}

export type ProgramBlock =
  | {
      readonly kind: 'tool'
      readonly server: string | null
      readonly tool: string
      /** The name under which usage counts it. */
      readonly offered: string
      readonly args: Computed
      /** Places in the arguments that name credentials. */
      readonly secrets: readonly SecretPlace[]
      readonly pure: PureTool | null
    }
  | { readonly kind: 'set' | 'return' | 'stop' | 'next' | 'fail'; readonly value: Computed }
  | { readonly kind: 'if'; readonly cases: readonly ProgramCase[] }
  | {
      readonly kind: 'foreach'
      readonly over: Computed
      readonly as: string
      readonly concurrency: number
      readonly list: number
      /** It has no steps, so it completes at once. */
      readonly isEmpty: boolean
    }
  | RepeatProgram
  | { readonly kind: 'parallel'; readonly lists: readonly number[]; readonly wait: 'all' | 'any' }
  | { readonly kind: 'approval'; readonly approval: ProgramApproval }
  | {
      readonly kind: 'wait'
      readonly forMs: number | null
      readonly until: Computed | null
      readonly event: string | null
    }
  | { readonly kind: 'workflow'; readonly workflow: string; readonly inputs: Computed }
  | { readonly kind: 'code'; readonly js: string; readonly args: Computed }
  | {
      readonly kind: 'agent'
      readonly goal: Computed
      readonly tools: ReadonlySet<string>
      readonly model: string | null
      readonly maxSteps: number
      readonly maxCu: number
      readonly outputSchema: JsonSchema | null
      /** The list of one call. */
      readonly list: number
    }
  | AskProgram
  /** A call that the model of an agent asks for; the frame has it under the name `agentCallId`. */
  | { readonly kind: 'agent-call' }

export interface AskProgram extends Pick<AskBlock, 'choices' | 'outputSchema'> {
  readonly kind: 'ask'
  readonly question: Computed
  readonly input: Computed | null
  /** Where they are computed. */
  readonly computedChoices: Computed | null
  readonly many: boolean
  readonly model: string | null
  readonly maxCu: number
  readonly review: ProgramApproval | null
  /** How old an answer may be that is taken again; null: none is. */
  readonly cacheMs: number | null
}

export interface RepeatProgram {
  readonly kind: 'repeat'
  readonly until: Computed | null
  readonly while: Computed | null
  readonly most: number
  readonly everyMs: number | null
  /** Name of what the turn before gave. */
  readonly as: string | null
  readonly list: number
  /** Ids of the steps of a turn, which the conditions see. */
  readonly body: ReadonlySet<string>
}

/** One case of an `if`; `when` is null for the else. */
export interface ProgramCase {
  readonly when: Computed | null
  readonly branch: string
  readonly list: number
}

/** Does the step call a tool, so that an approval may be asked for before it? */
export function isCall({ block }: ProgramStep): boolean {
  return block.kind === 'tool' || block.kind === 'agent-call'
}

export type PureTool = (args: JsonObject) => ToolResult | null

/**
 * @param pure finds the function of a pure tool; null for a tool that needs a call
 * @throws {ExpressionError} the plan was never checked
 */
export function compileProgram(plan: Plan, pure: (tool: string) => PureTool | null): Program {
  const lists: StepList[] = []
  const steps = new Map<string, ProgramStep>()

  function addList(source: readonly Step[]): number {
    const index = lists.length
    const waitsFor = dependencies(source)
    lists.push(null as never)
    const compiled = source.map(addStep)
    lists[index] = {
      steps: compiled,
      indexOf: new Map(compiled.map((step, position) => [step.id, position])),
      waits: waitsFor.map(indices => indices.length),
      dependents: source.map((_, position) =>
        waitsFor.flatMap((indices, other) => (indices.includes(position) ? [other] : [])),
      ),
    }
    return index
  }

  function addStep(step: Step): ProgramStep {
    const compiled: ProgramStep = {
      id: step.id,
      title: step.title,
      when: step.when === undefined ? null : compileExpression(step.when),
      timeoutMs: step.timeoutMs ?? null,
      retry: step.retry ?? null,
      onError: compileOnError(step.onError),
      approval: step.approval ? compileApproval(step.approval) : null,
      block: compileBlock(step),
    }
    steps.set(step.id, compiled)
    return compiled
  }

  function compileBlock(step: Step): ProgramBlock {
    switch (step.kind) {
      case 'tool': {
        const { kind, server, tool } = step
        return {
          kind,
          server,
          tool,
          offered: offeredName({ server, name: tool }),
          args: compileArgument(step.args),
          secrets: secretPlaces(step.args),
          pure: server === null ? pure(tool) : null,
        }
      }
      case 'set':
      case 'return':
        return { kind: step.kind, value: compileArgument(step.value) }
      case 'stop':
      case 'next':
        return { kind: step.kind, value: compileArgument(step.value ?? null) }
      case 'fail':
        return { kind: 'fail', value: compileArgument(step.message) }
      case 'if':
        return { kind: 'if', cases: compileCases(step) }
      case 'foreach': {
        const { kind, as, concurrency = 1 } = step
        return {
          kind,
          as,
          concurrency,
          over: compileExpression(step.over),
          list: addList(step.steps),
          isEmpty: step.steps.length === 0,
        }
      }
      case 'repeat':
        return {
          kind: 'repeat',
          until: step.until === undefined ? null : compileExpression(step.until),
          while: step.while === undefined ? null : compileExpression(step.while),
          most: step.most,
          everyMs: step.everyMs ?? null,
          as: step.as ?? null,
          list: addList(step.steps),
          body: new Set(step.steps.map(({ id }) => id)),
        }
      case 'parallel':
        return {
          kind: 'parallel',
          wait: step.wait ?? 'all',
          lists: step.branches.map(branch => addList(branch.steps)),
        }
      case 'approval':
        return { kind: 'approval', approval: compileApproval(step) }
      case 'wait': {
        const until = step.until === undefined ? null : compileArgument(step.until)
        return { kind: 'wait', forMs: step.for ?? null, until, event: step.event ?? null }
      }
      case 'workflow':
        return { kind: 'workflow', workflow: step.workflow, inputs: compileArgument(step.inputs) }
      case 'code':
        return { kind: 'code', js: step.js, args: compileArgument(step.args ?? {}) }
      case 'ask': {
        const { choices, outputSchema, review, cache } = step
        const policy = { message: step.question, ...(typeof review === 'object' ? review : {}) }
        return {
          kind: 'ask',
          ...(choices && { choices }),
          ...(outputSchema && { outputSchema }),
          question: compileArgument(step.question),
          input: step.input === undefined ? null : compileArgument(step.input),
          computedChoices: choices && '$' in choices ? compileArgument(choices) : null,
          many: step.many ?? false,
          model: step.model ?? null,
          maxCu: step.maxCu ?? askBounds.maxCu,
          review: review === undefined ? null : compileApproval(policy),
          cacheMs: cache === true ? askBounds.cacheMs : (cache?.ttlMs ?? null),
        }
      }
      case 'agent':
        return {
          kind: 'agent',
          goal: compileArgument(step.goal),
          tools: new Set(step.tools),
          model: step.model ?? null,
          maxSteps: step.maxSteps ?? agentBounds.maxSteps,
          maxCu: step.maxCu ?? agentBounds.maxCu,
          outputSchema: step.outputSchema ?? null,
          list: addCallList(),
        }
    }
  }

  function addCallList(): number {
    steps.set(agentCallId, agentCall)
    lists.push({ steps: [agentCall], indexOf: new Map([[agentCallId, 0]]), waits: [0], dependents: [[]] })
    return lists.length - 1
  }

  function compileOnError(onError: Step['onError']): OnError {
    if (typeof onError === 'object') return { type: 'steps', list: addList(onError.steps) }
    return { type: onError ?? 'fail' }
  }

  function compileCases(step: Extract<Step, { kind: 'if' }>) {
    const cases = step.cases.map(({ when, steps: branch }, index) => ({
      when: compileExpression(when),
      branch: index === 0 ? 'then' : `elseif[${index}]`,
      list: addList(branch),
    }))
    return step.else ? [...cases, { when: null, branch: 'else', list: addList(step.else) }] : cases
  }

  const { deadline = null, irVersion = 1, outputSchema = null } = plan
  compilingAs(irVersion, () => addList(plan.steps))
  const hasAgent = [...steps.values()].some(({ block }) => block.kind === 'agent')
  const words = hasAgent ? textsIn(plan.steps as unknown as Json) : []
  return { lists, steps, deadline, irVersion, outputSchema, words }
}

/** A call that fails is told to the model. */
const agentCall: ProgramStep = {
  ...{ id: agentCallId, title: '', when: null, timeoutMs: null, retry: null, approval: null },
  onError: { type: 'continue' },
  block: { kind: 'agent-call' },
}

function compileApproval({
  message,
  unless,
  assigneesFrom = [],
  ...policy
}: ApprovalPolicy): ProgramApproval {
  return {
    ...policy,
    message: compileArgument(message),
    unless: unless === undefined ? null : compileExpression(unless),
    assigneesFrom: assigneesFrom.map(compileExpression),
  }
}
