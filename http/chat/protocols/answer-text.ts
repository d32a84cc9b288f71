// The text of an answer as clients of other protocols get it: in blocks, since a call of a tool ends a block.
// The first block has the id of the answer.
import type { ChatMessage } from '../../../domain/chat/chat.ts'

export class AnswerText {
  readonly #answerId: string
  /** What has been said since the answer began, or began anew. */
  #soFar = ''
  #blocks: string[] = []
  #count = 0
  #isOpen = false

  constructor(answerId: string) {
    this.#answerId = answerId
  }

  /** Ids of the blocks since the answer began, or began anew. */
  get blocks(): readonly string[] {
    return this.#blocks
  }

  /** @returns the block that the text belongs to, and whether it begins with it */
  say(text: string): { readonly id: string; readonly isNew: boolean } {
    this.#soFar += text
    const isNew = !this.#isOpen
    if (isNew) this.#blocks.push(this.#count++ === 0 ? this.#answerId : `${this.#answerId}.${this.#count}`)
    this.#isOpen = true
    return { id: this.#blocks.at(-1)!, isNew }
  }

  /** @returns the block that ends; null: none is open */
  close(): string | null {
    if (!this.#isOpen) return null
    this.#isOpen = false
    return this.#blocks.at(-1)!
  }

  restart(): void {
    this.#isOpen = false
    this.#soFar = ''
    this.#blocks = []
  }

  /** What the stored message has beyond what was said. */
  rest({ content }: Pick<ChatMessage, 'content'>): string {
    return content.startsWith(this.#soFar) ? content.slice(this.#soFar.length) : ''
  }
}
