// The part of pdfmake's types that the documents need. The published ones (@types/pdfmake) bring the library
// "dom" into the whole program, where a page's fetch would hide Node's.
declare module 'pdfmake' {
  /** Left, top, right, bottom, in points. */
  export type Margins = [number, number, number, number]

  export interface Style {
    readonly font?: string
    /** Points. */
    readonly fontSize?: number
    readonly lineHeight?: number
    readonly bold?: boolean
    readonly italics?: boolean
    readonly color?: string
    readonly background?: string
    readonly decoration?: 'underline' | 'lineThrough'
    readonly alignment?: 'left' | 'right' | 'center'
    readonly margin?: Margins
  }

  interface Block extends Style {
    readonly style?: string
    readonly width?: number
    readonly headlineLevel?: number
    readonly pageBreak?: 'before' | 'after'
    readonly preserveLeadingSpaces?: boolean
  }

  export interface ContentText extends Block {
    readonly text: string | readonly ContentText[]
    readonly link?: string
  }

  export interface ContentTable extends Block {
    readonly table: {
      readonly headerRows?: number
      readonly widths: readonly ('auto' | '*')[]
      readonly body: readonly (readonly (string | ContentText)[])[]
    }
    readonly layout?: string | TableLayout
  }

  export type Content =
    | ContentText
    | ContentTable
    | (Block & { readonly stack: readonly Content[] })
    | (Block & { readonly columns: readonly Content[] })
    | (Block & { readonly ol: readonly Content[]; readonly start?: number })
    | (Block & { readonly ul: readonly Content[] })

  interface TableLayout {
    readonly hLineWidth?: (line: number) => number
    readonly vLineWidth?: (line: number) => number
    readonly hLineColor?: (line: number) => string
  }

  export interface Definition {
    readonly info: { readonly title: string; readonly producer: string }
    readonly pageSize: string
    readonly pageOrientation: 'portrait' | 'landscape'
    readonly pageMargins: Margins
    readonly defaultStyle: Style
    readonly styles: Readonly<Record<string, Style>>
    readonly content: readonly Content[]
    footer(page: number, count: number): Content
  }

  interface Pdfmake {
    /** Which files it may read. */
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    /** Paths of the files of each font. */
    setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
    createPdf(definition: Definition): { getBuffer(): Promise<Uint8Array> }
  }

  const pdfmake: Pdfmake
  export default pdfmake
}
