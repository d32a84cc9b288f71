// The name by which agents know a workflow: tool `run_<slug>` and prompt `<slug>` on /rpc. It is made of
// the workflow's name at creation, unique in its organization, and stays when the workflow is renamed,
// because agents, allow-lists of keys and instructions use it. It has letters, digits and single
// underscores only, so it never looks like a tool of a server.
import { latinWords } from '../latin-letters.ts'

/** Leaves room for `run_` before it and a distinguishing end, 64 characters in all. */
const slugLength = 48
const distinctionLength = 8

/** `Send the invoice (EU)` becomes `send_the_invoice_eu`. */
export function workflowSlug(name: string): string {
  const words = latinWords(name)
  return words.length === 0 ? 'workflow' : words.join('_').slice(0, slugLength).replace(/_$/, '')
}

/**
 * The slug of a workflow whose first choice is taken: the same every time, told apart by the random end of
 * its id.
 */
export function distinctSlug(slug: string, workflowId: string): string {
  return `${slug}_${workflowId.slice(-distinctionLength)}`
}

/** The tool that runs the workflow. */
export function runToolName(slug: string): string {
  return `run_${slug}`
}
