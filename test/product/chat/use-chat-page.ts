// A page with `useChat` and one with an AG-UI agent, bundled for use-chat.test.ts.
import { HttpAgent } from '@ag-ui/client'
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai'
import { createElement as h, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

interface Configuration {
  readonly url: string
  readonly token: string
  readonly id: string
  readonly messages: UIMessage[]
}

function Page({ url, token, id, messages: known }: Configuration) {
  const { messages, sendMessage, addToolApprovalResponse, status } = useChat({
    id,
    messages: known,
    resume: true,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    transport: new DefaultChatTransport({
      api: `${url}/api/v1/chat/messages?protocol=ai-sdk`,
      headers: () => ({ Authorization: `Bearer ${token}` }),
    }),
  })
  const say = (text: string) => h('button', { type: 'button', onClick: () => sendMessage({ text }) }, text)
  const shown = (part: UIMessage['parts'][number], key: number) => {
    if (part.type === 'text') return h('p', { key }, part.text)
    if (part.type !== 'dynamic-tool') return null
    if (part.state !== 'approval-requested') return h('p', { key }, part.state)
    const { id } = part.approval
    return h(
      'button',
      { type: 'button', key, onClick: () => addToolApprovalResponse({ id, approved: true }) },
      part.title,
    )
  }
  return h(
    'main',
    { className: status },
    say('help'),
    say('run Payday'),
    ...messages.map(({ id, role, parts }) => h('section', { key: id, className: role }, parts.map(shown))),
  )
}

Object.assign(globalThis, {
  start(configuration: Configuration) {
    // biome-ignore lint/suspicious/noExplicitAny: no DOM is known here
    const root = createRoot((globalThis as any).document.querySelector('#app'))
    root.render(h(StrictMode, null, h(Page, configuration)))
  },
  async ask({ url, token, id }: Configuration, content: string) {
    const headers = { Authorization: `Bearer ${token}` }
    const agent = new HttpAgent({ url: `${url}/api/v1/chat/messages?protocol=ag-ui`, headers, threadId: id })
    agent.addMessage({ id: 'first', role: 'user', content })
    return (await agent.runAgent()).newMessages
  },
})
