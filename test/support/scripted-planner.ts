// A planner that stands for one that asks a model outside: it answers later, as its script says, or never.
import { type Planned, type Planner, unplanned } from '../../domain/plan/planning.ts'
import { systemClock } from '../../runtime/clock.ts'

/** `never`: it comes to no end until it is told to stop. */
export type Script = Readonly<Record<string, Planned | 'never'>>

export interface ScriptedPlanner extends Planner {
  /** Prompts that it was asked for and is still busy with. */
  readonly busy: ReadonlySet<string>
}

/** @param words that it suggests for the word before the place; absent: it suggests nothing at all */
export function scriptedPlanner(script: Script, words?: readonly string[]): ScriptedPlanner {
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
    ...(words !== undefined && { suggest: suggesting(words) }),
  }
}

/** Words that begin as the word before the place does; after "endless " it comes to no end. */
function suggesting(words: readonly string[]): NonNullable<Planner['suggest']> {
  return async (prompt, offset, { signal }) => {
    signal.throwIfAborted()
    const before = prompt.slice(0, offset)
    await (before.endsWith('endless ') ? aborted(signal) : later())
    signal.throwIfAborted()
    const begun = /[a-z]*$/.exec(before)![0]
    const found = words.filter(word => word.startsWith(begun))
    return {
      from: offset - begun.length,
      suggestions: found.map(text => ({ text, title: `The word ${text}`, kind: 'word' })),
    }
  }
}

function later(): Promise<void> {
  return new Promise(resolve => systemClock.soon(resolve))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
