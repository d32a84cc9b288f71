// The pages of the sandbox as HTML: one file, no script, one style sheet that the policy names by its hash.
import { createHash } from 'node:crypto'
import type { Tiers } from '../../domain/billing/tiers.ts'
import type { ReplyHeaders } from '../pipeline/reply.ts'
import type { OpenPage, PortalAction } from './sandbox.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f4f5;color:#18181b}
main{max-width:32rem;margin:3rem auto;padding:0 1rem}
.notice{background:#fef3c7;border:2px solid #b45309;color:#451a03;padding:.75rem 1rem;border-radius:.5rem}
.card{background:#fff;border:1px solid #d4d4d8;border-radius:.5rem;padding:1rem 1.5rem;margin:1rem 0}
form{display:inline-block;margin:.25rem .25rem .25rem 0}
button,.button{font:inherit;border:1px solid #18181b;border-radius:.375rem;padding:.5rem 1rem;background:#fff;color:#18181b;
cursor:pointer;text-decoration:none;display:inline-block}
button.main{background:#18181b;color:#fff}
button:focus-visible,a:focus-visible{outline:3px solid #2563eb;outline-offset:2px}
dt{font-weight:600}dd{margin:0 0 .5rem}`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders: ReplyHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
}

/** @param notice what has just happened; null for nothing */
export function sandboxPage({ page, subscription }: OpenPage, tiers: Tiers, notice: string | null): string {
  const body =
    page.kind === 'checkout' ? checkout({ page, subscription }, tiers) : portal({ page, subscription }, tiers)
  return document(page.kind === 'checkout' ? 'Sandbox checkout' : 'Sandbox billing portal', notice, body)
}

/** A page for somebody whose address leads nowhere. */
export function sandboxRefusal(message: string): string {
  return document('Sandbox', null, `<div class="card"><p>${escaped(message)}</p></div>`)
}

function checkout({ page }: OpenPage, tiers: Tiers): string {
  const { name, price, features } = tiers[page.plan!]
  const about = `<h2>${escaped(name)}: ${escaped(price)}</h2>
<p>For ${escaped(page.organizationName)}</p>
<ul>${features.map(feature => `<li>${escaped(feature)}</li>`).join('')}</ul>`
  const buttons =
    page.usedAt === null
      ? `${button('pay', 'Pay (nothing is charged)', true)}${button('decline', 'Let the payment fail')}
<a class="button" href="${escaped(page.cancelPath)}">Cancel</a>`
      : `<p>This checkout is paid: the plan is in force.</p>
<a class="button" href="${escaped(page.successPath)}">Back to Troupe</a>`
  return `<div class="card">${about}${buttons}</div>`
}

function portal({ page, subscription }: OpenPage, tiers: Tiers): string {
  const { plan, status, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  const isOpen = status === 'active' || status === 'past_due'
  const other = plan === 'scale' ? 'pro' : 'scale'
  const actions: [PortalAction, string][] = [
    [other, `Change to ${tiers[other].name}`],
    cancelAtPeriodEnd ? ['resume', 'Do not cancel'] : ['cancel', 'Cancel at the end of the period'],
    status === 'past_due' ? ['settle', 'Pay what is due'] : ['fail', 'Let the next payment fail'],
    ['end', 'End it now'],
  ]
  return `<div class="card"><h2>${escaped(page.organizationName)}</h2><dl>
<dt>Plan</dt><dd>${escaped(tiers[isOpen ? plan : 'free'].name)}</dd>
<dt>Status</dt><dd>${escaped(status)}${cancelAtPeriodEnd ? ', cancels at the end of the period' : ''}</dd>
<dt>Period ends</dt><dd>${currentPeriodEnd === null ? 'never' : new Date(currentPeriodEnd).toISOString()}</dd>
</dl>${isOpen ? actions.map(([action, text]) => button(action, text)).join('') : '<p>There is no subscription.</p>'}
<p><a class="button" href="${escaped(page.successPath)}">Back to Troupe</a></p></div>`
}

/** It posts to the page's own address. */
function button(action: string, text: string, isMain = false): string {
  return `<form method="post"><button name="action" value="${escaped(action)}"${isMain ? ' class="main"' : ''}>${escaped(text)}</button></form>`
}

function document(title: string, notice: string | null, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - Troupe</title>
<style>${style}</style></head><body><main><h1>${title}</h1>
<p class="notice" role="note"><strong>This is a sandbox.</strong> No payment provider is configured on this server. No money moves, and no card is asked for.</p>
${notice === null ? '' : `<p role="status">${escaped(notice)}</p>`}${body}</main></body></html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
