import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Config, parseConfig } from '#server/config/config.ts'
import { productSettings } from '#server/test-kit/command-line.ts'
import { openStorage } from './open-storage.ts'

const aSecret = [expect.stringMatching(/^[0-9a-f]{64}$/)]

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'own-secret-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function secretOf(config: Config): Promise<string[]> {
  const { db, lock, secrets } = await openStorage(config, () => {})
  await db.close()
  lock?.release()
  return secrets
}

test('without SECRETS, consecutive processes share the secret that the first one made', async () => {
  const config = parseConfig(await productSettings(await freshFolder()))
  const first = await secretOf(config)
  expect(first).toEqual(aSecret)
  expect(await secretOf(config)).toEqual(first)
})

test('an empty secret, left by a full disk or a kill, is made again', async () => {
  const folder = await freshFolder()
  await writeFile(path.join(folder, 'secret'), '')
  const config = parseConfig({ DATA_DIR: folder })
  const made = await secretOf(config)
  expect(made).toEqual(aSecret)
  expect(await secretOf(config)).toEqual(made)
})
