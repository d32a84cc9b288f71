// AG-UI 1.0, the protocol between agents and user interfaces: CopilotKit, and everything upon HttpAgent.
// ag-ui-request.ts reads the input of a run, ag-ui-stream.ts makes its events. https://docs.ag-ui.com
import { agUiMessages } from './ag-ui-history.ts'
import { AgUiRequest, readAgUiRequest } from './ag-ui-request.ts'
import { RunStream } from './ag-ui-stream.ts'
import type { ChatProtocol } from './protocol.ts'

export const agUi: ChatProtocol = {
  body: AgUiRequest,
  read: body => readAgUiRequest(body as AgUiRequest),
  translate: conversation => new RunStream(conversation),
  messages: agUiMessages,
  headers: {},
  trailer: null,
}
