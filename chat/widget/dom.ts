// Elements without HTML texts: the widget makes all of its DOM with these, so a page may forbid inline
// scripts and styles, and no text becomes markup.

export type Child = Node | string | null | undefined | false
type Listener = (event: never) => void
export interface Attributes {
  readonly [name: string]: string | number | boolean | null | undefined | Listener
}

/** `on...` is a listener; true is an attribute without a value; false and null are none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else set(element, name, value)
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false))
  return element
}

export function set(
  element: Element,
  name: string,
  value: string | number | boolean | null | undefined,
): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? '' : `${value}`)
}

/** Changes a text when it is another one: screen readers and selections notice. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

const svg = 'http://www.w3.org/2000/svg'

/** @param path of 24 by 24, drawn as a line */
export function icon(path: string): SVGElement {
  const element = document.createElementNS(svg, 'svg')
  set(element, 'viewBox', '0 0 24 24')
  set(element, 'aria-hidden', 'true')
  const line = document.createElementNS(svg, 'path')
  set(line, 'd', path)
  element.append(line)
  return element
}

export interface View<Item> {
  readonly node: HTMLElement
  update(item: Item): void
}

/** Shows a list: a view for each key, kept for as long as the key is there, in the order of the list. */
export function keyed<Item>(
  parent: Element,
  views: Map<string, View<Item>>,
  items: readonly (readonly [key: string, item: Item])[],
  make: (item: Item) => View<Item>,
): void {
  const keys = new Set(items.map(([key]) => key))
  for (const [key, { node }] of views) {
    if (keys.has(key)) continue
    node.remove()
    views.delete(key)
  }
  let next = parent.firstChild
  for (const [key, item] of items) {
    const view = views.get(key) ?? make(item)
    views.set(key, view)
    view.update(item)
    if (view.node === next) next = next.nextSibling
    else parent.insertBefore(view.node, next)
  }
}
