// Every kind of block. A kind that is added to the union of plan.ts has no peace until it stands here.
import type { Step } from '../plan.ts'
import { agent } from './agent.ts'
import { approval } from './approval.ts'
import { ask } from './ask.ts'
import type { BlockKind, StepKind, StepOf } from './block.ts'
import { code } from './code.ts'
import { fail } from './fail.ts'
import { foreach } from './foreach.ts'
import { conditional } from './if.ts'
import { next } from './next.ts'
import { parallel } from './parallel.ts'
import { repeat } from './repeat.ts'
import { returning } from './return.ts'
import { set } from './set.ts'
import { stop } from './stop.ts'
import { tool } from './tool.ts'
import { wait } from './wait.ts'
import { workflow } from './workflow.ts'

export const blocks: { readonly [Kind in StepKind]: BlockKind<StepOf<Kind>> } = {
  tool,
  set,
  if: conditional,
  foreach,
  repeat,
  parallel,
  return: returning,
  stop,
  next,
  fail,
  approval,
  wait,
  workflow,
  agent,
  ask,
  code,
}

/** What is said of steps of this kind. */
export function blockOf(step: Step): BlockKind<Step> {
  return blocks[step.kind] as unknown as BlockKind<Step>
}

/** The name that the steps inside of it see an item by; null for most. */
export function variableOf(step: Step): string | null {
  const { binds } = blockOf(step)
  if (binds === undefined) return null
  return (step as unknown as { readonly [field: string]: string | undefined })[binds.name] ?? null
}
