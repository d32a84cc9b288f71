// The custom element <service-chat>. It takes its configuration as a property, or from attributes, and shows
// it in a shadow root: no style of the page comes in, none goes out. mount and React make one.
// 1. Loading this file on a server does nothing.
// 2. The same configuration again changes nothing; another conversation begins when it is about another
//    tenant, service, workflow or credential.
import { Conversation } from '../conversation/conversation.ts'
import { type Panel, panel } from './panel.ts'
import styles from './styles.css'
import type { WidgetConfig } from './widget-config.ts'

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement
let sheet: CSSStyleSheet | null = null

export class ServiceChatElement extends Base {
  static readonly observedAttributes = [
    'tenant-id',
    'api-key',
    'base-url',
    'workflow-id',
    'display',
    'theme',
    'open',
  ]
  #config: WidgetConfig | null = null
  #given: Conversation | null = null
  #conversation: Conversation | null = null
  #panel: Panel | null = null
  #shown = ''
  #talkedTo = ''

  get config(): WidgetConfig | null {
    return this.#config ?? this.#attributed()
  }

  set config(config: WidgetConfig | null) {
    this.#config = config
    this.#show()
  }

  /** What is shown; null before there is a configuration. One that is given may be shown elsewhere too. */
  get conversation(): Conversation | null {
    return this.#conversation
  }

  set conversation(conversation: Conversation | null) {
    this.#given = conversation
    this.#show()
  }

  get isOpen(): boolean {
    return this.hasAttribute('open')
  }

  open(): void {
    this.#panel?.toggle(true)
    this.#panel?.focus()
  }

  close(): void {
    this.#panel?.toggle(false)
  }

  connectedCallback(): void {
    // Set before the element was known.
    if (Object.hasOwn(this, 'config')) {
      const { config } = this
      Reflect.deleteProperty(this, 'config')
      this.config = config
    }
    this.#show()
  }

  disconnectedCallback(): void {
    this.#end()
  }

  attributeChangedCallback(name: string): void {
    if (name !== 'open') this.#show()
    else this.#panel?.toggle(this.isOpen)
  }

  #show(): void {
    const config = this.config
    if (!this.isConnected || !config) return
    const {
      tenantId,
      apiKey,
      baseUrl,
      workflowId,
      sessionId,
      persist,
      getToken: _,
      fetch: __,
      ...look
    } = config
    const talkedTo = JSON.stringify([tenantId, apiKey, baseUrl, workflowId, sessionId, persist])
    const { theme = 'auto', display = 'floating' } = look
    const shown = JSON.stringify({ ...look, theme, display })
    const isOther = this.#given ? this.#given !== this.#conversation : talkedTo !== this.#talkedTo
    if (this.#panel && !isOther && shown === this.#shown) return
    const isOpen = this.#panel ? this.isOpen : config.isOpen
    this.#end()
    if (isOther || !this.#conversation) this.#conversation = this.#given ?? this.#talk(config)
    this.#talkedTo = talkedTo
    this.#shown = shown
    this.#panel = panel({ ...config, isOpen }, this.#conversation, isNow => this.#opened(isNow))
    this.setAttribute('theme', theme)
    this.setAttribute('display', display)
    const root = this.shadowRoot ?? this.#root()
    root.replaceChildren(...this.#panel.nodes)
  }

  /** The functions of a configuration are asked for when they are needed: a page may give others later. */
  #talk(config: WidgetConfig): Conversation {
    const { getToken } = config
    return new Conversation({
      ...config,
      getToken: getToken && (() => (this.#config?.getToken ?? getToken)()),
    })
  }

  #root(): ShadowRoot {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: false })
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
    }
    root.adoptedStyleSheets = [sheet]
    return root
  }

  #end(): void {
    this.#panel?.end()
    this.#panel = null
  }

  #opened(isOpen: boolean): void {
    if (isOpen === this.isOpen) return
    this.toggleAttribute('open', isOpen)
    this.dispatchEvent(new CustomEvent(isOpen ? 'open' : 'close'))
  }

  #attributed(): WidgetConfig | null {
    const tenantId = this.getAttribute('tenant-id')
    const apiKey = this.getAttribute('api-key')
    if (!tenantId || !apiKey) return null
    const named = (name: string) => this.getAttribute(name) ?? undefined
    return {
      ...{ tenantId, apiKey, baseUrl: named('base-url'), workflowId: named('workflow-id') },
      ...{
        display: named('display') as 'inline',
        theme: named('theme') as 'auto',
        isOpen: this.hasAttribute('open'),
      },
    }
  }
}

/** Makes <service-chat> known to the page; once, and nowhere else than in a page. */
export function defineServiceChat(): void {
  if (!globalThis.customElements || customElements.get('service-chat')) return
  customElements.define('service-chat', ServiceChatElement)
}
