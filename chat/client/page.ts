// What a page has and Node has not: whether there is a network, and word when that changes.

export interface Page {
  readonly navigator?: { readonly onLine?: boolean }
  addEventListener?(name: 'online' | 'offline', listener: () => void): void
  removeEventListener?(name: 'online' | 'offline', listener: () => void): void
}
