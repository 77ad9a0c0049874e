// Writes the tables of docs/settings.md from the descriptions in server/config/settings.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { settingTables } from '../server/config/settings.ts'

const file = new URL('../docs/settings.md', import.meta.url)
let paper = readFileSync(file, 'utf8')
for (const { title, table } of settingTables()) {
  const part = new RegExp(`(?<=^## ${title}\\n)(?:\\|.*\\n)*`, 'm')
  if (!part.test(paper)) throw new Error(`docs/settings.md has no part named ${title}.`)
  paper = paper.replace(part, () => `${table}\n`)
}
writeFileSync(file, paper)
