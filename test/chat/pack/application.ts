// Applications that have the package installed, as somebody writes them in their first five minutes: with
// Vite and React, with TypeScript, and a script of Node. package.test.ts builds them from what is installed
// here, pack/run.ts from the registry.

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>

export const viteFiles: Files = {
  'index.html':
    '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>',
  'main.jsx': `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ServiceChat } from '@service/chat/react'

const config = { tenantId: 'org_1', apiKey: 'sk_1', baseUrl: location.origin, isOpen: true }
createRoot(document.getElementById('root')).render(createElement(ServiceChat, { config }))
`,
}

/** Prints the answer to its message. */
export const nodeScript = `import ServiceChatClient, { ServiceChatClient as Named } from '@service/chat'
if (ServiceChatClient !== Named) throw new Error('the default export is another one')
const chat = new ServiceChatClient({ tenantId: 'org_1', apiKey: 'sk_1', baseUrl: process.argv[2] })
for await (const chunk of chat.send('Hello')) process.stdout.write(chunk.text)
`

/** Compiles when the types say what the documentation says. */
export const typedFiles: Files = {
  'client.ts': `import ServiceChatClient, { type Approval, type ChatChunk, ChatError, mount, unmount } from '@service/chat'
const chat = new ServiceChatClient({ tenantId: 'org_1', apiKey: 'sk_1' })
const answer = chat.send('Hello')
for await (const chunk of answer) {
  const text: string = chunk.text
  if (chunk.type === 'approval') await chat.approve(chunk.approval, { note: text }).text()
}
const off: () => void = chat.on('execution', ({ execution }) => console.log(execution.workflowName))
const chunks: ChatChunk[] = []
const approvals: Approval[] = []
try { await chat.history({ limit: 10 }) } catch (error) { if (error instanceof ChatError) console.log(error.retryAfterMs) }
const mounted = await mount({ tenantId: 'org_1', getToken: async () => ({ token: 'a', expiresAt: 1 }), target: '#chat' })
mounted.open()
await unmount()
// @ts-expect-error a tenant is needed
new ServiceChatClient({ apiKey: 'sk_1' })
export { answer, approvals, chunks, off }
`,
  'react.ts': `import { createElement } from 'react'
import { ServiceChat, ServiceChatProvider, useServiceChat } from '@service/chat/react'
const Own = () => createElement('p', null, useServiceChat().messages.map(({ content }) => content).join())
const config = { tenantId: 'org_1', apiKey: 'sk_1', strings: { send: 'Senden' } }
export const app = createElement(ServiceChatProvider, { config }, createElement(Own), createElement(ServiceChat, {}))
// @ts-expect-error no such option
export const wrong = createElement(ServiceChat, { config: { tenant: 'org_1' } })
`,
  'widget.ts': `import { type MountedChat, mount, ServiceChatElement, unmount } from '@service/chat/widget'
const mounted: MountedChat = mount({ tenantId: 'org_1', apiKey: 'sk_1', suggestions: ['Hello'] })
const element: ServiceChatElement = mounted.element
unmount()
export { element }
`,
}
