// The widget as one script, which the service serves: everything stands in the global `ServiceChat`. A script
// tag with `data-tenant-id` and `data-api-key` mounts it.
import { ServiceChatClient } from './client/client.ts'
import { defaults } from './client/config.ts'
import { defineServiceChat } from './widget/element.ts'
import { type MountConfig, mount, unmount } from './widget/mount.ts'

const script = document.currentScript as HTMLScriptElement | null
// The service is where the script came from.
if (script?.src) defaults.baseUrl = new URL(script.src).origin

defineServiceChat()
Object.assign(globalThis, { ServiceChat: { mount, unmount, ServiceChatClient } })
if (script) mountItself(script.dataset)

/** `data-tenant-id`, `data-api-key`, and every other option that is a text. */
function mountItself({ tenantId, apiKey, open, ...options }: DOMStringMap): void {
  if (!tenantId || !apiKey) return
  const config: MountConfig = {
    ...(options as Partial<MountConfig>),
    tenantId,
    apiKey,
    isOpen: open !== undefined,
  }
  if (document.body) mount(config)
  else document.addEventListener('DOMContentLoaded', () => mount(config), { once: true })
}
