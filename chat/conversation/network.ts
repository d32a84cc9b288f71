// Word of the network of the machine, where somebody has it: a page. Conversation listens.
import type { Page } from '../client/page.ts'

const page = globalThis as unknown as Page

/** @returns ends it */
export function watchNetwork(lost: () => void, back: () => void): () => void {
  page.addEventListener?.('offline', lost)
  page.addEventListener?.('online', back)
  return () => {
    page.removeEventListener?.('offline', lost)
    page.removeEventListener?.('online', back)
  }
}
