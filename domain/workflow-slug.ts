// The name that agents know a workflow by: tool `run_<slug>` and prompt `<slug>` on /rpc. Made of the workflow's name
// when it is created, unique in its organization, and kept when the workflow is renamed: agents, allow-lists of keys
// and instructions say it. Letters, digits and single underscores, so that a tool of a server never looks like it.

/** With `run_` before it and a distinction after it, a name of at most 64 characters. */
const slugLength = 48
const distinctionLength = 8

/** `Send the invoice (EU)` becomes `send_the_invoice_eu`. */
export function workflowSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .match(/[a-z0-9]+/g)
  return words?.join('_').slice(0, slugLength).replace(/_$/, '') ?? 'workflow'
}

/** For a workflow whose slug is taken: the same name every time, told apart by the random end of its id. */
export function distinctSlug(slug: string, workflowId: string): string {
  return `${slug}_${workflowId.slice(-distinctionLength)}`
}

/** The tool that runs the workflow. */
export function runToolName(slug: string): string {
  return `run_${slug}`
}
