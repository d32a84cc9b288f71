// Paths of steps and frames: `pay_all.each[2].pay` is the step `pay` in the frame `pay_all.each[2]`. Ids have
// no dots, so the last part of a path is the step's id and what precedes it is the path of its frame; the
// plan's own frame is ''.

import type { Frame, State } from '../protocol.ts'
import type { Program, ProgramStep } from './program.ts'

/** One execution and its program. */
export interface ExecutionContext {
  readonly id: string
  readonly program: Program
}

/** Id of the step in the frame of an agent's call, and the name of the call there; no plan can have it. */
export const agentCallId = 'Call'

export function framePathOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot < 0 ? '' : path.slice(0, dot)
}

export function stepIdOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

export function pathIn(frame: string, stepId: string): string {
  return frame === '' ? stepId : `${frame}.${stepId}`
}

export function stepAt({ program }: ExecutionContext, path: string): ProgramStep {
  return program.steps.get(stepIdOf(path))!
}

export function frameOf(state: State, path: string): Frame {
  return state.frames[framePathOf(path)]!
}
