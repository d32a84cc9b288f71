// Spreadsheets as files: CSV in any form, and XLSX. Sends nothing.
import type { FirstPartyServer } from '../first-party-server.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

export const spreadsheetServer: FirstPartyServer = {
  slug: 'spreadsheet',
  name: 'Spreadsheet',
  description: 'Reads and writes CSV and Excel (XLSX) files: rows become objects by column name, and back.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['files', 'data'],
  credential: null,
  settings: null,
  tools: [readCsv, readXlsx, writeCsv, writeXlsx],
}
