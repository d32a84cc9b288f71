// One fixed request to a server, again and again: answers a second, latency, and what each costs its main
// thread.
import { measure } from '../measure.ts'
import { processorTime } from '../processor-time.ts'
import { type Figures, figuresOf, type Span } from '../scenario.ts'

export interface ServingLoad {
  readonly pid: number
  readonly port: number
  readonly connections: number
  /** The exact bytes. */
  readonly request: string
  /** What every answer must contain. */
  readonly expect: string
}

/** @throws {Error} a wrong answer */
export async function measureServing({ pid, ...load }: ServingLoad, span: Span): Promise<Figures> {
  const readings: number[] = []
  const read = () => readings.push(processorTime(pid).mainUs)
  const result = await measure({ ...load, rate: 0, ...span }, { onMeasuring: read, onMeasured: read })
  return { ...figuresOf(result), mainUs: (readings[1]! - readings[0]!) / Math.max(1, result.answers) }
}
