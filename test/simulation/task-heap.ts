// The tasks of a simulation, the earliest first; of two that are due at once, the one that was added first.

/** @typeParam T who runs it */
export interface Task<T> {
  at: number
  order: number
  readonly thread: T
  readonly name: string
  /** Null: it was called off. */
  run: (() => void) | null
}

export function push<T>(heap: Task<T>[], task: Task<T>): void {
  let index = heap.push(task) - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (isBefore(heap[parent]!, task)) break
    heap[index] = heap[parent]!
    index = parent
  }
  heap[index] = task
}

export function pop<T>(heap: Task<T>[]): Task<T> | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (last === undefined || last === first) return first
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
    if (isBefore(last, heap[child]!)) break
    heap[index] = heap[child]!
    index = child
  }
  heap[index] = last
  return first
}

function isBefore<T>(a: Task<T>, b: Task<T>): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
