import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { productSettings } from '#server/test-kit/command-line.ts'
import { openStorage } from './open-storage.ts'

test('without SECRETS, processes one after the other share the secret that the first one made', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'own-secret-'))
  const config = parseConfig(await productSettings(folder))
  const secretHere = async () => {
    const { db, lock, secrets } = await openStorage(config, () => {})
    await db.close()
    lock?.release()
    return secrets
  }
  const first = await secretHere()
  expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(await secretHere()).toEqual(first)
  await rm(folder, { recursive: true })
})
