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
import { NotAListOfHashes, readHashes } from '../read-hashes.ts'

export const loadPasswordsCommand: Command = {
  name: 'passwords load',
  takes: 'FILE',
  says: 'Loads breached passwords, of which people are warned: one SHA-1 hash per line, in any order. Replaces the former list.',
  async run({ db }, { args: [file = ''], actor, now }) {
    const found = file === '' ? undefined : await stat(file).catch(() => undefined)
    if (!found?.isFile())
      return refuse('not-found', { errors: `There is no file ${file || '(none given)'}.` })
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
      if (error instanceof NotAListOfHashes) return refuse('invalid-fields', { errors: error.message })
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
    if (!removed) return refuse('not-found', { errors: 'No list of breached passwords is loaded.' })
    await deleteOldLists(db, now)
    return { said: `The list ${removed.source} was removed.` }
  },
}
