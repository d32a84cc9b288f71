// Plays recorded answers: a server that speaks chat completions gives them to the real planner, behind the
// real client of providers; the judge of the corpus runs what comes of it, and every plan is shown as a
// person would confirm it. The longer proof, the slice in `npm test` and record.ts play so.
import type { Json } from '../../../domain/json.ts'
import type { Planner } from '../../../domain/plan/planning.ts'
import type { ConfirmationEntry } from '../../../domain/work/confirming/entry.ts'
import { confirmation } from '../../../language/confirmation/confirmation.ts'
import { englishReader } from '../../../language/planner/planner.ts'
import { boundedPlanner } from '../../../language/planners/bounded-planner.ts'
import { writingPlanner } from '../../../language/planners/writing-planner.ts'
import { aiModel } from '../../../rpc/models/ai-model.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { systemClock } from '../../../runtime/clock.ts'
import * as model from '../../support/servers/model-server.ts'
import { thinkingHere } from '../../support/thinking.ts'
import { type Judged, judge } from '../corpus/judge.ts'
import type { Prompt, PromptDomain } from '../corpus/prompts.ts'
import { openShop, type Shop } from '../corpus/shop.ts'
import type { AnswersByRequest } from './recorded.ts'

type Ending = { teardown(end: () => Promise<void>): unknown }

export interface Play {
  readonly planner: Planner
  /** What the model has been asked since `begin`. */
  readonly asked: readonly model.AskedModel[]
  /** From now on the model has these answers. */
  begin(answers: AnswersByRequest): void
}

export interface Playing {
  readonly domain: PromptDomain
  /** Over the tools of the domain. */
  readonly prompts: readonly Prompt[]
  readonly answers: AnswersByRequest
}

export interface Played extends Judged {
  /** How often the model was asked. */
  readonly rounds: number
  /** What a person confirms of it. */
  readonly entries: readonly ConfirmationEntry[]
}

export async function openPlay(t: Ending): Promise<Play> {
  const server = await model.startModelServer(t)
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const played = aiModel({
    ...{ provider: 'compatible', model: 'played', url: server.url, key: () => null },
    ...{ outbound, clock: systemClock, contextTokens: 64_000, maxOutputTokens: 8_000 },
  })
  const writing = writingPlanner({
    ...{ reader: englishReader, thinking: thinkingHere, clock: systemClock },
    models: { open: async () => played },
  })
  return {
    planner: boundedPlanner(writing, systemClock),
    asked: server.asked,
    begin(answers) {
      server.say(answering(answers))
    },
  }
}

/** Prompts of a domain, each planned from its answers. */
export async function playDomain(
  { domain, prompts, answers }: Playing,
  play: Play,
): Promise<readonly Played[]> {
  const shop = await openShop(domain)
  play.begin(answers)
  const all: Played[] = []
  for (const prompt of prompts) all.push(await playPrompt(prompt, shop, play))
  await shop.hub.close()
  return all
}

/** Plans the prompt, judges what its workflow does, and shows what is to be confirmed of it. */
async function playPrompt(prompt: Prompt, shop: Shop, play: Play): Promise<Played> {
  const before = play.asked.length
  const judged = await judge(prompt, shop, { planner: play.planner })
  const rounds = play.asked.length - before
  return { ...judged, rounds, entries: confirmed(judged, shop) }
}

function confirmed({ prompt, compilation }: Judged, { tools }: Shop): readonly ConfirmationEntry[] {
  if (compilation === null) return []
  const { plan, diagnostics, quotes = {}, assumptions = [] } = compilation
  return confirmation({ plan, tools, request: prompt.prompt, quotes, assumptions, diagnostics }).entries
}

/** What nobody has answered is refused, so that the planner cannot take it for an answer. */
function answering(answers: AnswersByRequest): model.Said {
  return (response, asked) => {
    const { request, round } = questionOf(asked)
    const answer = answers.get(request)?.[round]
    const said = answer === undefined ? model.failing(400, notPlayed) : model.json(answer)
    said(response, asked)
  }
}

export const notPlayed = 'nobody has played this'

export interface PlayedQuestion {
  readonly request: string
  /** 0: the first answer; each repair is one more. */
  readonly round: number
}

/** The first message begins with the request, in one line of JSON. */
export function questionOf({ body: { messages } }: Pick<model.AskedModel, 'body'>): PlayedQuestion {
  const first = textOf(messages.find(({ role }) => role === 'user')?.content ?? '')
  const request = JSON.parse(/^Request: (".*")$/m.exec(first)![1]!)
  return { request, round: messages.filter(({ role }) => role === 'assistant').length }
}

function textOf(content: Json): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
