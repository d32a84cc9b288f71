// The protocols by their names, and what routes declare of them: bodies and parameters.
import { z } from 'zod'
import { busyChoices } from '../../../domain/chat/chat.ts'
import { agUi } from './ag-ui.ts'
import { AgUiRequest } from './ag-ui-request.ts'
import { aiSdk } from './ai-sdk.ts'
import { AiSdkRequest } from './ai-sdk-request.ts'
import { type ChatProtocol, type ProtocolName, type ProtocolRequest, protocolNames } from './protocol.ts'

export const protocols: Readonly<Record<ProtocolName, ChatProtocol>> = { 'ai-sdk': aiSdk, 'ag-ui': agUi }

export const protocolBodies = {
  parameter: 'protocol',
  schemas: { 'ai-sdk': AiSdkRequest, 'ag-ui': AgUiRequest },
} as const

export const protocolQuery = {
  protocol: z.enum(protocolNames).meta({
    description: '`ai-sdk`: UI message stream of the Vercel AI SDK; `ag-ui`: events of AG-UI 1.0',
  }),
  onBusy: z.enum(busyChoices).default('queue').meta({
    description: 'With `protocol`: what happens when an answer is under way',
  }),
  onLeave: z.enum(['continue', 'cancel']).default('continue').meta({
    description: 'With `protocol`: what becomes of the answer when the client leaves the stream',
  }),
}

/** Events of every protocol; the packages of its clients have their types. */
export const protocolEvents = { message: z.looseObject({ type: z.string() }) }

/** @throws {Failure} validation-failed, which names the field */
export function requestOf(name: ProtocolName, body: unknown): ProtocolRequest {
  return protocols[name].read(body)
}
