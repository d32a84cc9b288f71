// What `tap` is in a test file that shares its process with others: the test of that file. What the file
// leaves for the end (`tap.teardown`) ends with the file.
import tap, { type Test } from 'tap'

let current: Test = tap

export function enter(test: Test): void {
  current = test
}

export default new Proxy(tap, {
  get(_, name) {
    const value = Reflect.get(current, name)
    return typeof value === 'function' ? value.bind(current) : value
  },
})

export const test = ((...given: Parameters<Test['test']>) => current.test(...given)) as Test['test']
