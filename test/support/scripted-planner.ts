// A planner that stands for one that asks a model outside: it answers later, as its script says, or never.
import { type Planned, type Planner, unplanned } from '../../domain/plan/planning.ts'
import { systemClock } from '../../runtime/clock.ts'

/** `never`: it comes to no end until it is told to stop. */
export type Script = Readonly<Record<string, Planned | 'never'>>

export interface ScriptedPlanner extends Planner {
  /** Prompts that it was asked for and is still busy with. */
  readonly busy: ReadonlySet<string>
}

export function scriptedPlanner(script: Script): ScriptedPlanner {
  const busy = new Set<string>()
  return {
    busy,
    async plan(prompt, { signal, report }) {
      signal.throwIfAborted()
      busy.add(prompt)
      try {
        report?.({ message: 'asks the model' })
        const said = Object.hasOwn(script, prompt) ? script[prompt]! : null
        await (said === 'never' ? aborted(signal) : later())
        signal.throwIfAborted()
        return said === null || said === 'never'
          ? unplanned('NEEDS_MODEL', 'the script has no plan for this prompt')
          : said
      } finally {
        busy.delete(prompt)
      }
    },
  }
}

function later(): Promise<void> {
  return new Promise(resolve => systemClock.soon(resolve))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
