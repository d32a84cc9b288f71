/** A table that is looked up by words of a prompt: "constructor" and "__proto__" are none of it. */
export function wordTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), entries)
}
