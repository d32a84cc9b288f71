// The functions of expressions, as vite.config.ts reads them from the table of the service when it builds.
declare module 'virtual:expression-functions' {
  import type { FunctionShape } from '../domain/expression/library/function-shapes.ts'

  const functions: readonly FunctionShape[]
  export default functions
}
