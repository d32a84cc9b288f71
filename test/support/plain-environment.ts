// The environment of programs that a test starts and that are no part of the project: without what tap adds
// to every Node process, which keeps the compiler of TypeScript from starting.
const { NODE_OPTIONS: _, ...environment } = process.env

export const plainEnvironment: NodeJS.ProcessEnv = environment
