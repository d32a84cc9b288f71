// The protocol of the Vercel AI SDK (version 7): `useChat` with its DefaultChatTransport, and assistant-ui
// upon it. ai-sdk-request.ts reads what it posts, ai-sdk-stream.ts makes its UI message stream.
// https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
import { uiMessages } from './ai-sdk-history.ts'
import { AiSdkRequest, readAiSdkRequest } from './ai-sdk-request.ts'
import { UiMessageStream } from './ai-sdk-stream.ts'
import type { ChatProtocol } from './protocol.ts'

export const aiSdk: ChatProtocol = {
  body: AiSdkRequest,
  read: body => readAiSdkRequest(body as AiSdkRequest),
  translate: conversation => new UiMessageStream(conversation),
  messages: uiMessages,
  headers: { 'X-Vercel-AI-UI-Message-Stream': 'v1' },
  trailer: '[DONE]',
}
