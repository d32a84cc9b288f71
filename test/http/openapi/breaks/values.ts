// What a plain schema says of a value: its type, whether it may be null, which values there are.
import { type Schema, typesOf } from './normal-schema.ts'
import type { Direction } from './schemas.ts'

export function nullBreaks(direction: Direction, at: string, was: boolean, is: boolean): readonly string[] {
  if (direction === 'request') return was && !is ? [`${at}: null was accepted, is refused now`] : []
  return !was && is ? [`${at}: never null, may be null now`] : []
}

export function defaultBreaks(at: string, was: Schema, is: Schema): readonly string[] {
  const [old, now] = [JSON.stringify(was.default), JSON.stringify(is.default)]
  return old === undefined || old === now ? [] : [`${at}: the default was ${old}, is ${now ?? 'none'} now`]
}

export function typeBreaks(direction: Direction, at: string, was: Schema, is: Schema): readonly string[] {
  const [old, now] = [typesOf(was), typesOf(is)]
  const [inner, outer] = direction === 'request' ? [old, now] : [now, old]
  const fits = outer === null || inner?.every(type => outer.includes(type) || isInteger(type, outer))
  const isSame = was.format === is.format
  const shown = (types: readonly string[] | null, { format }: Schema) =>
    `${types?.join(' or ') ?? 'anything'}${format ? ` (${format})` : ''}`
  return fits && isSame ? [] : [`${at}: was ${shown(old, was)}, is ${shown(now, is)} now`]
}

/** An integer is a number as well. */
export function isInteger(type: string, outer: readonly string[]): boolean {
  return type === 'integer' && outer.includes('number')
}

export function openBreaks(direction: Direction, at: string, was: Schema, is: Schema): readonly string[] {
  const isOpened = direction === 'answer' && was.enum && is['x-open'] && !was['x-open']
  return isOpened ? [`${at}: the values were all, are x-open now`] : []
}

export function valueBreaks(direction: Direction, at: string, was: Schema, is: Schema): readonly string[] {
  const [old, now] = [was.enum?.map(text), is.enum?.map(text)]
  if (old === undefined && now === undefined) return []
  if (old === undefined) return direction === 'request' ? [`${at}: any value, is one of ${now} now`] : []
  if (now === undefined)
    return direction === 'request' || was['x-open'] ? [] : [`${at}: one of ${old}, may be any value now`]
  const gone = old.filter(value => !now.includes(value)).map(value => `${at}: the value ${value} is gone`)
  if (direction === 'request' || was['x-open']) return gone
  const added = now.filter(value => !old.includes(value))
  return [...gone, ...added.map(value => `${at}: the value ${value} is new, and the enum is not x-open`)]
}

function text(value: unknown): string {
  return JSON.stringify(value)
}
