// The widget as one script, which the service serves: everything stands in the global `ServiceChat`. A script
// tag with `data-tenant-id` and `data-api-key` mounts it.
import { ServiceChatClient } from './client/client.ts'
import { defineServiceChat } from './widget/element.ts'
import { type MountConfig, mount as mountIn, unmount } from './widget/mount.ts'

const script = document.currentScript as HTMLScriptElement | null
/** The service is where the script came from. */
const baseUrl = script?.src ? new URL(script.src).origin : undefined

function mount(config: MountConfig) {
  return mountIn({ ...config, baseUrl: config.baseUrl ?? baseUrl })
}

class Client extends ServiceChatClient {
  constructor(config: ConstructorParameters<typeof ServiceChatClient>[0]) {
    super({ ...config, baseUrl: config.baseUrl ?? baseUrl })
  }
}

defineServiceChat()

/** `data-tenant-id`, `data-api-key`, and every other option that is a text. */
function mountItself({ tenantId, apiKey, open, ...options }: DOMStringMap): void {
  if (!tenantId || !apiKey) return
  const start = () =>
    void mount({ ...(options as Partial<MountConfig>), tenantId, apiKey, isOpen: open !== undefined })
  if (document.body) start()
  else document.addEventListener('DOMContentLoaded', start, { once: true })
}

Object.assign(globalThis, { ServiceChat: { mount, unmount, ServiceChatClient: Client } })
if (script) mountItself(script.dataset)
