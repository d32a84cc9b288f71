// Encodes array parameters in PostgreSQL's binary form: no quoting, no escaping, no parsing on the other
// side. Called by the sections of the commit statement. For texts full of quotation marks, as journal
// bodies are, this costs both processes several times less than the text form. The layout is that of
// `array_recv` in PostgreSQL's src/backend/utils/adt/arrayfuncs.c: dimensions, has-null flag, element type,
// size and lower bound, then each element as a length and its bytes; -1 is null.

const oids = { int4: 23, int8: 20, text: 25 } as const
const headerBytes = 20

export function textArray(values: readonly (string | null)[]): Buffer {
  const lengths = values.map(value => (value === null ? -1 : Buffer.byteLength(value)))
  const total = lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), 0)
  const buffer = begin(values.length, oids.text, total)
  let offset = headerBytes
  values.forEach((value, index) => {
    offset = buffer.writeInt32BE(lengths[index]!, offset)
    if (value !== null) offset += buffer.write(value, offset)
  })
  return buffer
}

export function int4Array(values: readonly number[]): Buffer {
  const buffer = begin(values.length, oids.int4, values.length * 8)
  let offset = headerBytes
  for (const value of values) {
    offset = buffer.writeInt32BE(4, offset)
    offset = buffer.writeInt32BE(value, offset)
  }
  return buffer
}

/** @param values integers below 2^53, or null */
export function int8Array(values: readonly (number | null)[]): Buffer {
  const total = values.reduce<number>((sum, value) => sum + (value === null ? 4 : 12), 0)
  const buffer = begin(values.length, oids.int8, total)
  let offset = headerBytes
  for (const value of values) {
    offset = buffer.writeInt32BE(value === null ? -1 : 8, offset)
    if (value === null) continue
    offset = buffer.writeInt32BE(Math.floor(value / 2 ** 32), offset)
    offset = buffer.writeUInt32BE(value >>> 0, offset)
  }
  return buffer
}

function begin(count: number, oid: number, elementBytes: number): Buffer {
  // An empty array has no dimension at all.
  if (count === 0) {
    const empty = Buffer.alloc(12)
    empty.writeInt32BE(oid, 8)
    return empty
  }
  const buffer = Buffer.allocUnsafe(headerBytes + elementBytes)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(1, 4)
  buffer.writeInt32BE(oid, 8)
  buffer.writeInt32BE(count, 12)
  buffer.writeInt32BE(1, 16)
  return buffer
}
