// What somebody answered who played the language model: for each prompt of the corpus the answers of one
// conversation, the first one and those to what was wrong with it. Kept by the ids of prompts, so that they
// are found whatever the planner says beside the request. play.ts replays them, record.ts takes new ones
// in.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../domain/json.ts'
import { findDomains, type Prompt, type PromptDomain } from '../corpus/prompts.ts'

export interface Recorded {
  /** By the id of the prompt, round by round. */
  readonly [id: string]: readonly JsonObject[]
}

/** Those of the corpus that somebody has played. */
export const playedSlugs = ['content', 'crm', 'devops', 'finance', 'helpdesk', 'people']

/** Written for this play alone, by people who had not seen the project; half of `rent` in six languages. */
const strangersFolder = join(import.meta.dirname, 'domains')

export const recordedFolder = join(import.meta.dirname, 'recorded')

export function playedDomains(): readonly PromptDomain[] {
  return [...findDomains(playedSlugs), ...findDomains([], strangersFolder)]
}

export function readRecorded(slug: string): Recorded {
  return JSON.parse(readFileSync(join(recordedFolder, `${slug}.json`), 'utf8'))
}

/** A request by its text, and what was answered to it. */
export type AnswersByRequest = ReadonlyMap<string, readonly JsonObject[]>

/** @throws {Error} naming a prompt that nobody has played */
export function answersTo(prompts: readonly Prompt[], recorded: Recorded): AnswersByRequest {
  return new Map(
    prompts.map(({ id, prompt }) => {
      const answers = recorded[id]
      if (answers === undefined) throw new Error(`nobody has played ${id}: test/planner/played/record.ts`)
      return [prompt, answers]
    }),
  )
}
