import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchProduct } from '../../scripts/launch-product.ts'
import { admin, productSettings } from '../test-kit/command-line.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'front-desk-admin-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the command line works beside the running server and without it, says no with a sentence, and explains itself', async () => {
  const settings = await productSettings(folder)
  const product = await launchProduct(settings)
  const set = await admin(settings, 'settings', 'set', 'login-message', 'We are moving house.')
  expect(set).toEqual({ code: 0, out: 'The login-message is now: We are moving house.\n', errors: '' })
  expect((await (await fetch(`${product.url}/login/`)).text()).includes('We are moving house.')).toBe(true)
  const refused = await admin(settings, 'account', 'show', '000000')
  expect(refused).toEqual({ code: 1, out: '', errors: 'There is no account 000000.\n' })
  expect((await admin(settings, 'audit', 'list')).out).toMatch(/operator:\w+ +setting-changed/)
  expect(await product.stop()).toBe(true)

  const shown = await admin(settings, 'settings', 'show', '--json')
  expect(JSON.parse(shown.out)).toEqual({
    settings: [
      { name: 'login-message', text: 'We are moving house.' },
      { name: 'system-status', text: 'Normal' },
    ],
  })
  expect(JSON.parse((await admin(settings, 'no', 'such', '--json')).errors)).toEqual({
    error: 'Unknown command. To list all commands, run "npm run admin -- help".',
  })
  expect((await admin(settings, 'partner', 'add', '--help')).out).toContain('--redirect-uri URI')
}, 180_000)

test('where nothing was ever started it says so, and starts nothing', async () => {
  const nowhere = { DATA_DIR: path.join(folder, 'nowhere') }
  expect((await admin(nowhere, 'settings', 'show')).errors).toContain('There is no data folder')
})
