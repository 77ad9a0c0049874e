import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  addHashes,
  beginList,
  deleteList,
  deleteOldLists,
  publishList,
  retireList,
} from '#server/identity/breached-passwords.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

export const loadPasswordsCommand: Command = {
  name: 'passwords load',
  takes: 'FILE',
  says: 'Loads breached passwords, of which people are warned: one SHA-1 hash per line, in any order. Replaces the former list.',
  async run({ db }, { args: [file = ''], actor, now }) {
    const found = file === '' ? undefined : await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw refuse('not-found', { errors: `There is no file ${file || '(none given)'}.` })
    const startedAt = performance.now()
    const source = path.basename(file)
    const listId = await beginList(db, source, actor, now)
    try {
      const counted = { hashes: 0, largest: 0 }
      for await (const batch of readHashes(file)) {
        const { added, largest } = await addHashes(db, listId, batch)
        counted.hashes += added
        counted.largest = Math.max(counted.largest, largest)
      }
      if (counted.hashes === 0) throw new NotAListOfHashes(`${source} is empty. Nothing was changed.`)
      await db.transaction(async (tx) => {
        await publishList(tx, listId, counted, now)
        await recordAudit(tx, { actor, action: 'passwords-loaded', details: { source, ...counted } }, now)
      })
      await deleteOldLists(db, now)
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      return { said: `${counted.hashes} hashes from ${source} were loaded in ${seconds} s.` }
    } catch (error) {
      await deleteList(db, listId)
      if (error instanceof NotAListOfHashes) throw refuse('invalid-fields', { errors: error.message })
      throw error
    }
  },
}

export const removePasswordsCommand: Command = {
  name: 'passwords remove',
  says: 'Removes the list of breached passwords.',
  async run({ db }, { actor, now }) {
    const removed = await db.transaction(async (tx) => {
      const list = await retireList(tx)
      if (list) await recordAudit(tx, { actor, action: 'passwords-removed', details: { ...list } }, now)
      return list
    })
    if (!removed) throw refuse('not-found', { errors: 'No list of breached passwords is loaded.' })
    await deleteOldLists(db, now)
    return { said: `The list ${removed.source} was removed.` }
  },
}

/** Eight megabytes each, however long the file is. */
const AT_ONCE = 1_000_000
const LINE_AT_MOST = 200
const HASH = /^([0-9A-Fa-f]{13})[0-9A-Fa-f]{27}(?::\d{1,15})?$/

/** A file that is not a list of hashes, with the message about it. */
class NotAListOfHashes extends Error {}

/** The first 52 bits of each SHA-1 hash, in batches. Lines are `HASH` or `HASH:COUNT`, in any order. */
async function* readHashes(file: string): AsyncGenerator<Float64Array> {
  let batch = new Float64Array(AT_ONCE)
  let filled = 0
  let lines = 0
  for await (const line of linesOf(file)) {
    lines += 1
    if (line === '') continue
    const [, first] = HASH.exec(line) ?? []
    if (first === undefined) throw new NotAListOfHashes(sentenceAbout(lines, line))
    batch[filled] = Number.parseInt(first, 16)
    filled += 1
    if (filled < AT_ONCE) continue
    yield batch
    batch = new Float64Array(AT_ONCE)
    filled = 0
  }
  if (filled > 0) yield batch.subarray(0, filled)
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'latin1')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield withoutReturn(line)
    // A file without line breaks is not read into memory as a whole.
    if (rest.length > LINE_AT_MOST) break
  }
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function sentenceAbout(number: number, line: string): string {
  const shown = line.length > 60 ? `${line.slice(0, 60)}…` : line
  return `Line ${number} is not a SHA-1 hash of 40 hexadecimal digits, with or without a count after a colon: ${JSON.stringify(shown)}. Nothing was changed.`
}
