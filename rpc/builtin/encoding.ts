// Encodes and decodes texts for places that allow letters and digits only.
import { checkLength } from './bounds.ts'
import { choice, object, text } from './schema.ts'
import { pureTool, ToolFailure } from './tool.ts'

const encodings = {
  base64: ['base64', 'base 64'],
  base64url: ['base64url'],
  hex: ['hex', 'hexadecimal'],
  url: ['url', 'percent', 'uri'],
} as const
type Encoding = keyof typeof encodings

export const textEncode = pureTool<{ text: string; encoding: Encoding }>({
  name: 'text_encode',
  title: 'Encode a text',
  description: 'Writes a text in base64, base64url, hexadecimal or percent encoding (for addresses).',
  keywords: ['encode', 'escape', 'base64', 'percent encoding', 'hexadecimal'],
  inputSchema: object(
    {
      text: text('Text', 'Text to encode, as UTF-8', { 'x-words': ['text'] }),
      encoding: choice('Encoding', 'How to write it', encodings, { 'x-words': ['as', 'in', 'to', 'for'] }),
    },
    ['text', 'encoding'],
  ),
  outputSchema: text('Encoded', 'The encoded text'),
  examples: [
    {
      prompt: 'Encode {{inputs.note}} as base64',
      args: { text: 'grün', encoding: 'base64' },
      output: 'Z3LDvG4=',
    },
    {
      prompt: 'Encode {{inputs.q}} for a url',
      args: { text: 'a b&c', encoding: 'url' },
      output: 'a%20b%26c',
    },
  ],
  run: args => {
    const { encoding } = args
    const source = args.text.toWellFormed()
    const encoded = encoding === 'url' ? encodeURIComponent(source) : Buffer.from(source).toString(encoding)
    checkLength(encoded.length)
    return encoded
  },
})

export const textDecode = pureTool<{ text: string; encoding: Encoding }>({
  name: 'text_decode',
  title: 'Decode a text',
  description: 'Reads a text back from base64, base64url, hexadecimal or percent encoding.',
  keywords: ['decode', 'unescape', 'base64', 'percent encoding', 'hexadecimal'],
  inputSchema: object(
    {
      text: text('Text', 'Encoded text', { 'x-words': ['text'] }),
      encoding: choice('Encoding', 'How it is written', encodings, { 'x-words': ['from', 'as', 'in'] }),
    },
    ['text', 'encoding'],
  ),
  outputSchema: text('Text', 'The decoded text'),
  examples: [
    {
      prompt: 'Decode {{inputs.payload}} from base64',
      args: { text: 'Z3LDvG4=', encoding: 'base64' },
      output: 'grün',
    },
  ],
  run: args => decode(args.text, args.encoding),
})

const alphabets = {
  base64: /^[A-Za-z0-9+/]*={0,2}$/,
  base64url: /^[A-Za-z0-9_-]*={0,2}$/,
  hex: /^([0-9a-f]{2})*$/i,
}

function decode(source: string, encoding: Encoding): string {
  try {
    if (encoding === 'url') return decodeURIComponent(source)
    const compact = source.replace(/[\r\n\t ]+/g, '')
    if (!alphabets[encoding].test(compact)) throw new TypeError('letters that the encoding does not have')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(compact, encoding))
  } catch (cause) {
    throw new ToolFailure('bad-text', `the text is not text in ${encoding}`, false, { cause })
  }
}
