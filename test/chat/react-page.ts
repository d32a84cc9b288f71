// The React application of the React tests, bundled for a page: a component by itself, or a provider with a
// view of its own, as its global `start` is told.

// @ts-expect-error what is built
import { ServiceChat, ServiceChatProvider, useServiceChat } from '@service/chat/react'
import { createElement as h, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Shown {
  readonly id: string
  readonly role: string
  readonly content: string
}

function OwnView() {
  const { messages, isAnswering, send } = useServiceChat()
  return h(
    'div',
    { id: 'own', 'data-answering': `${isAnswering}` },
    h('button', { type: 'button', onClick: () => send('Hello') }, 'Say hello'),
    ...messages.map(({ id, role, content }: Shown) => h('p', { key: id, className: role }, content)),
  )
}

function App({ config, isProvided }: { config: object; isProvided: boolean }) {
  const [count, setCount] = useState(0)
  const again = h('button', { type: 'button', onClick: () => setCount(count + 1) }, `Rendered ${count}`)
  // Objects and functions of their own at every rendering, as people write them.
  const own = { ...config, getToken: () => 'token' }
  if (!isProvided) return h('main', null, again, h(ServiceChat, { config: own }))
  return h(ServiceChatProvider, { config: own }, h('main', null, again, h(OwnView), h(ServiceChat)))
}

Object.assign(globalThis, {
  start(config: object, isProvided: boolean) {
    // biome-ignore lint/suspicious/noExplicitAny: no DOM is known here
    const root = createRoot((globalThis as any).document.querySelector('#app'))
    root.render(h(StrictMode, null, h(App, { config, isProvided })))
    Object.assign(globalThis, { stop: () => root.unmount() })
  },
})
