// Makes documents from templates and data: texts, HTML pages, PDF files. Sends nothing.
import type { FirstPartyServer } from '../first-party-server.ts'
import { createHtml } from './create-html.ts'
import { createPdf } from './create-pdf.ts'
import { renderTemplate } from './render-template.ts'

export const documentsServer: FirstPartyServer = {
  slug: 'documents',
  name: 'Documents',
  description:
    'Fills Liquid templates with data and makes texts, HTML pages and PDF files of them, such as invoices.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['files', 'documents'],
  credential: null,
  settings: null,
  tools: [renderTemplate, createHtml, createPdf],
}
