// Makes re2js pay for what it does (budget.ts). Its time is linear in the text, but each character may cost
// as much as the pattern has instructions, 100 ns apiece, and nothing of its own bounds that. All of its
// engines whose cost depends on the pattern step through three methods, which pay here. The version is
// pinned; test/domain/budgets/pattern.test.ts fails when a new one steps otherwise.
import { RE2JS } from 're2js'
import { spend } from './budget.ts'

/** What is used of re2js beside its documented part. */
export interface Program {
  readonly prog: { getInst(index: number): unknown }
  readonly dfa: Memory
  readonly machinePool: readonly Machine[]
}

interface Memory {
  memBudget: number
  stateBudget: number
}

interface Machine {
  step(threads: { readonly size: number }, next: { readonly size: number }, ...rest: unknown[]): void
}

/** Bytes of states that one pattern may keep; re2js itself allows 8 MiB. */
const stateBytes = 256 * 1024

/** The program of a pattern, with its memory bounded. */
export function programOf(pattern: RE2JS): Program {
  const program = pattern.re2() as unknown as Program
  const { dfa } = program
  dfa.stateBudget = stateBytes
  dfa.memBudget = Math.min(dfa.memBudget, stateBytes)
  return program
}

/**
 * Units for one instruction that is looked at by the engine that builds states, or by the one that goes back.
 */
const instructionCost = 1
/** Units for one thread of the engine that follows all of them. */
const threadCost = 1

meter()

/** Once for each thread: all patterns share their methods. */
function meter(): void {
  const { prog, machinePool } = usedProgram()
  const instructions = Object.getPrototypeOf(prog) as Program['prog']
  const { getInst } = instructions
  instructions.getInst = function (index) {
    spend(instructionCost)
    return getInst.call(this, index)
  }
  const machines = Object.getPrototypeOf(machinePool[0]) as Machine
  const { step } = machines
  machines.step = function (threads, next, ...rest) {
    const before = threads.size
    step.call(this, threads, next, ...rest)
    spend(1 + threadCost * (before + next.size))
  }
}

/** A program whose machine has run: a text too long for the engine that goes back, and groups to fill. */
function usedProgram(): Program {
  const pattern = RE2JS.compile('(?:a|ab)*(c|cd)')
  pattern.matcher(`${'ab'.repeat(40_000)}c`).find()
  return programOf(pattern)
}
