// Records a new play of the language model (record.ts is its command). Whoever plays gets what the planner
// asks, and nothing of what the corpus expects:
// 1. A question without an answer is kept as requests/<id>.<round>.json in the folder of the play.
// 2. An answer is read from answers/<id>.<round>.json there, as the JSON that a model would send. Round 1
//    is the first answer; the planner asks again for what is wrong, as often as it would ask a model.
// 3. Prompts with an answer replace what was recorded of them; the others stay as they are.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../domain/json.ts'
import { planned } from '../corpus/judge.ts'
import type { PromptDomain } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'
import { type Play, questionOf } from './play.ts'
import type { Recorded } from './recorded.ts'

export interface Recording {
  /** By the ids of those prompts that have an answer. */
  readonly recorded: Recorded
  /** Files of the questions that have none yet. */
  readonly open: readonly string[]
}

/** Asks for a plan of each prompt. Not judged: nothing of the expectations is told. */
export async function record(domain: PromptDomain, folder: string, play: Play): Promise<Recording> {
  const recorded: Record<string, readonly JsonObject[]> = {}
  const open: string[] = []
  const shop = await openShop(domain)
  for (const { id, prompt } of domain.prompts) {
    const answers = answersIn(folder, id)
    if (answers.length > 0) recorded[id] = answers
    play.begin(new Map([[prompt, answers]]))
    await planned(prompt, shop, play.planner)
    const last = play.asked.at(-1)!
    const { round } = questionOf(last)
    if (round < answers.length) continue
    open.push(keep(folder, `${id}.${round + 1}.json`, last.body))
  }
  await shop.hub.close()
  return { recorded, open }
}

/** One line for each prompt, so that a difference shows what was played anew. */
export function recordedText(before: Recorded, now: Recorded): string {
  const lines = Object.entries({ ...before, ...now }).map(
    ([id, answers]) => `  ${JSON.stringify(id)}: ${JSON.stringify(answers)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Round by round, up to the first that is missing. */
function answersIn(folder: string, id: string): readonly JsonObject[] {
  const answers: JsonObject[] = []
  for (;;) {
    const file = join(folder, 'answers', `${id}.${answers.length + 1}.json`)
    if (!existsSync(file)) return answers
    answers.push(JSON.parse(readFileSync(file, 'utf8')))
  }
}

function keep(folder: string, name: string, { messages }: JsonObject): string {
  const file = join(folder, 'requests', name)
  mkdirSync(join(folder, 'requests'), { recursive: true })
  writeFileSync(file, `${JSON.stringify(messages, null, 1)}\n`)
  return file
}
