// The package's entry `./react`: a component, a provider and a hook, for React 18 and 19. Renders on a server
// too: an empty element, which the page fills.
'use client'
export { ServiceChatProvider, type ServiceChatProviderProps } from './react/provider.ts'
export { ServiceChat, type ServiceChatProps } from './react/service-chat.ts'
export { type ServiceChatState, useServiceChat } from './react/use-service-chat.ts'
