// How much memory is left of something: buffers, and the objects around them.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectOnce: () => void = runInNewContext('gc')

/** @returns bytes */
export function keptBy(work: () => void): number {
  collect()
  const before = aliveBytes()
  work()
  collect()
  return aliveBytes() - before
}

function aliveBytes(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

/** Memory of buffers is given back beside the program, and counted as such by the next collection. */
function collect(): void {
  collectOnce()
  collectOnce()
}

/** As a read of a socket is: its bytes share memory with nothing. */
export function ownBuffer(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
