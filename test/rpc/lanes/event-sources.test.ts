// The streams of /rpc against the contract of event sources. They have no journal: past a bound, what nobody
// reads is lost.
import { EventQueue } from '../../../rpc/lanes/event-queue.ts'
import { SessionStream } from '../../../rpc/lanes/legacy/session-stream.ts'
import type { Surface } from '../../../rpc/surface/surface.ts'
import { eventSourceContract, type SourceLife } from '../../contracts/event-source.ts'
import { turns } from '../../support/actors/host.ts'

const settle = () => turns(1)

function answerOfModernLane(): SourceLife {
  const source = new EventQueue(() => {})
  const add = (count: number) => {
    for (let n = 0; n < count; n++) source.push('{}')
  }
  return { source, begun: 0, add, end: () => source.finish('{}'), settle }
}

function streamOfSession(): SourceLife {
  const source = new SessionStream(3, [1], {} as Surface)
  const add = (count: number) => {
    for (let n = 0; n < count; n++) source.push('{}')
  }
  return { source, begun: 0, add, end: () => source.respond(1, '{}'), settle }
}

eventSourceContract('the answer of a modern request', { open: answerOfModernLane, holds: 1_000 })
eventSourceContract('the stream of a session', { open: streamOfSession, holds: 1_000 })
