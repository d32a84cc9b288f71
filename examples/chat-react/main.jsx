// One conversation, shown twice: by a view of its own (the hook), and by the widget in the corner.
import { ServiceChat, ServiceChatProvider, useServiceChat } from '@service/chat/react'
import React from 'react'
import { createRoot } from 'react-dom/client'

const config = {
  tenantId: import.meta.env.VITE_TENANT_ID,
  // The page holds no key: its server asks the service for a token that lives for an hour (token.js).
  getToken: async () => (await fetch('/token', { method: 'POST' })).json(),
  title: 'Workflows',
  suggestions: ['List my workflows', 'What can you do?'],
}

function LastAnswer() {
  const { messages, isAnswering, send } = useServiceChat()
  const last = messages.findLast(({ role }) => role === 'assistant')
  return (
    <section>
      <button type="button" disabled={isAnswering} onClick={() => send('list my workflows')}>
        List my workflows
      </button>
      {last && <p className="assistant">{last.content}</p>}
    </section>
  )
}

createRoot(document.getElementById('root')).render(
  <ServiceChatProvider config={config}>
    <h1>Chat in a React application</h1>
    <LastAnswer />
    <ServiceChat />
  </ServiceChatProvider>,
)
