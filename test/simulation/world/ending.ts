// How a world must end: every execution has ended, or waits for a person or an event that nobody sent;
// nothing is pending, nobody waits for an answer, and the rows agree with the journal.
import { isTerminal } from '../../../domain/work/execution.ts'
import type { Story } from '../story.ts'
import type { World } from './world.ts'

export function isAtRest(world: World): boolean {
  const { laws, people, database, scheduler } = world
  if (!world.deployment.isWell) return false
  for (const address of database.wakeups.keys()) if (!laws.schedules.has(address)) return false
  for (const schedule of laws.schedules.values()) if (!schedule.isAtRest(scheduler.now())) return false
  if (people.asks.all.some(asked => !asked.isSettled && world.serves(asked.service))) return false
  return [...laws.stories.values()].every(isResting)
}

function isResting({ status }: Story): boolean {
  return isTerminal(status) || status === 'waiting' || status === 'awaiting_approval'
}

export function checkEnding(world: World): void {
  const { laws, people, database, deployment, readers } = world
  const law = (isKept: boolean, text: string) => laws.check(isKept, text)
  for (const id of people.starts.answered) law(laws.stories.has(id), `${id}: was acknowledged and is lost`)
  for (const story of laws.stories.values()) checkStory(world, story)
  for (const schedule of laws.schedules.values()) schedule.checkEnding(world.scheduler.now())
  laws.followers.checkEnding()
  laws.memories.checkEnding(world.memories)
  for (const [address, { isOwing, at }] of database.wakeups)
    law(laws.schedules.has(address) && !isOwing, `${address}: still to be woken, owing or at ${at}`)
  for (const asked of people.asks.all)
    law(asked.isSettled || !world.serves(asked.service), `${asked.name}: was never answered`)
  for (const reader of readers) {
    const { events, end } = laws.stories.get(reader.id)!
    law(
      reader.last >= (end?.event ?? events),
      `the log of ${reader.id} was told up to ${reader.last} of ${events}`,
    )
    law(reader.hasEnded === (end !== null), `the log of ${reader.id} has${end ? ' not' : ''} ended`)
  }
  for (const service of deployment.services)
    for (const [slot, load] of service.load.slots.entries())
      law(
        load.active === 0 && load.queued === 0,
        `host ${slot} of ${service.main.name} keeps ${load.active} actors and ${load.queued} messages`,
      )
  checkUsage(world)
}

function checkStory({ laws, database }: World, story: Story): void {
  const { id, steps, start } = story
  const row = database.executions.get(id)
  const law = (isKept: boolean, text: string) => laws.check(isKept, `${id}: ${text}`)
  law(row?.status === story.status, `its row says ${row?.status}, its journal ${story.status}`)
  const pending = [...story.requests.keys()].filter(approval => !story.decisions.has(approval))
  for (const approval of story.requests.keys()) {
    const decided = story.decisions.get(approval)?.decision ?? 'pending'
    const shown = database.approvals.get(approval)?.status
    law(shown === decided, `the row of ${approval} says ${shown}, the journal ${decided}`)
  }
  if (story.end) {
    law(pending.length === 0, `has ended, and ${pending} is pending`)
    law(isTerminal(row!.status) && row!.finishedAt !== null, 'has ended, its row has not')
    if (row!.status === 'completed')
      law(row!.output === JSON.stringify(story.end.output), 'its row has another output')
  } else {
    law(isResting(story), `is ${story.status} for good`)
    law(steps.calls.size === 0, `waits for the calls ${[...steps.calls.keys()]}`)
    const events = [...steps.waits.values()].filter(({ event }) => event !== null)
    law(events.length === steps.waits.size, 'waits for a moment that has passed')
    const children = [...steps.children.values()].filter(child => laws.stories.get(child)?.end === null)
    law(children.length === steps.children.size, 'waits for an execution that has ended, or never began')
    law(
      pending.length + events.length + children.length + steps.parked.size > 0,
      `is ${story.status} and waits for nothing`,
    )
  }
  if (start.parent && laws.schedules.has(start.parent.id)) {
    law(story.end === null || story.isParentTold, 'its schedule was never told')
  } else if (start.parent) checkChild(laws.stories, story, law)
}

function checkChild(
  stories: ReadonlyMap<string, Story>,
  child: Story,
  law: (isKept: boolean, text: string) => void,
): void {
  const { id: parentId, step } = child.start.parent!
  const parent = stories.get(parentId)
  if (!parent) return law(false, `its parent ${parentId} does not exist`)
  if (parent.end) law(child.end !== null, `its parent has ended, it is ${child.status}`)
  if (child.end) law(child.isParentTold, 'its parent was never told')
  const result = parent.steps.settled.get(step)
  if (
    child.status === 'completed' &&
    result !== undefined &&
    result !== null &&
    !parent.steps.recovered.has(step)
  )
    law(JSON.stringify(result) === JSON.stringify(child.end!.output), 'its parent has another output')
}

function checkUsage({ laws, database }: World): void {
  const stories = [...laws.stories.values()]
  const cu = stories.reduce((sum, { end, cu }) => sum + (end ? cu : 0), 0)
  const { usage } = database
  laws.check(
    usage.executions === stories.length,
    `usage counts ${usage.executions} executions of ${stories.length}`,
  )
  laws.check(usage.cu === cu, `usage counts ${usage.cu} units of ${cu}`)
}
