// The planner with a model is a planner: it holds to the contract of all of them.
import tap from 'tap'
import { ground } from '../../../domain/drafts/grounding.ts'
import { englishReader } from '../../../domain/planner/planner.ts'
import { toolSearch } from '../../../domain/tools/search/tool-search.ts'
import { aiModel } from '../../../rpc/models/ai-model.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { boundedPlanner } from '../../../rpc/planning/bounded-planner.ts'
import { modelPlanner } from '../../../rpc/planning/model-planner.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { plannerContract } from '../../contracts/planner.ts'
import { draftOf, literal, step } from '../../support/drafts.ts'
import * as model from '../../support/servers/model-server.ts'
import { thinkingHere } from '../../support/thinking.ts'

const prompt = 'Let the outcome be forty, whatever happens.'
const endless = 'Let the outcome be whatever never comes.'
const draft = draftOf([step('answer', 'return', [prompt.slice(0, -1)], { value: literal(40) })])

const server = await model.startModelServer(tap)
server.say((response, asked) => {
  const { request } = JSON.parse(asked.body.messages[1]!.content as string)
  if (request === endless) return
  const said = request === prompt ? model.json(draft) : model.refusal('I plan one thing only')
  said(response, asked)
})
const outbound = createOutbound({ policy: 'open' })
tap.teardown(() => outbound.close())

const asked = aiModel({
  ...{ provider: 'compatible', model: 'm', url: server.url, key: () => null, outbound, clock: systemClock },
  ...{ contextTokens: 64_000, maxOutputTokens: 4_000 },
})

function make() {
  const planner = modelPlanner({
    reader: englishReader,
    models: { open: async () => asked },
    thinking: {
      ...thinkingHere,
      ground: async (_, tools, { draft, prompt, timeZone }) => ground(draft, prompt, tools, timeZone),
      search: async (_, tools, words) =>
        toolSearch(tools)
          .matching(words)
          .map(({ tool }) => tools.indexOf(tool)),
    },
    clock: systemClock,
  })
  return boundedPlanner(planner, systemClock)
}

plannerContract('the planner with a model', make, { read: [prompt, 'Return 1'], long: [endless] })
