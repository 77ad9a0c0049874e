import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
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

test('works with and without a running server, refuses with a message, and explains itself', async () => {
  const settings = await productSettings(folder)
  const product = await launchProduct(settings)
  const set = await admin(settings, 'settings', 'set', 'login-message', 'We are moving house.')
  expect(set).toEqual({ code: 0, out: 'The login message is now: We are moving house.\n', errors: '' })
  expect((await (await fetch(`${product.url}/login/`)).text()).includes('We are moving house.')).toBe(true)
  const refused = await admin(settings, 'account', 'show', '000000')
  expect(refused).toEqual({ code: 1, out: '', errors: 'There is no account 000000.\n' })
  expect((await admin(settings, 'audit', 'list')).out).toMatch(/operator:\w+ +setting-changed/)
  expect(await product.stop()).toBe(true)

  const shown = await admin(settings, 'settings', 'get', '--json')
  expect(JSON.parse(shown.out)).toEqual({
    settings: [
      { name: 'login-message', text: 'We are moving house.' },
      { name: 'system-status', text: 'Normal' },
    ],
  })
  expect(JSON.parse((await admin(settings, 'no', 'such', '--json')).errors)).toEqual({
    error: 'There is no command "no". To list all commands, run "npm run admin -- help".',
  })
  const partner = ['partner', 'add', 'Lead Mailer', '--redirect-uri', 'https://mailer.example/back']
  expect(await admin(settings, ...partner, '--csv')).toEqual({
    code: 1,
    out: '',
    errors: '"partner add" has no table. Leave --csv out.\n',
  })
  expect((await admin(settings, ...partner)).out).toContain('Its secret, which is shown only this once: ')
  const numbers = await admin(settings, 'account', 'numbers', '--csv')
  expect(numbers.out).toMatch(/^all,taken,reserved,left\r\n1000000,/)
  expect(numbers.errors).toContain('There are enough account numbers.\n')
  expect(await admin(settings, 'account', 'find', 'nobody', '--csv')).toEqual({
    code: 0,
    out: '\n',
    errors: 'Accounts: none\n',
  })
  expect((await admin(settings, 'mail', 'returned')).errors).toMatch(
    /^Name a file, or - for standard input\./,
  )
  expect((await admin(settings, 'mail', 'returned', folder)).errors).toContain(`${folder} cannot be read: `)
  expect((await admin(settings, 'partner', 'add', '--help')).out).toContain('--redirect-uri URI')
  expect(await admin(settings, 'help', 'acount')).toEqual({
    code: 1,
    out: '',
    errors:
      'There is no command "acount". Did you mean: account find, account list, account show, account numbers? To list all commands, run "npm run admin -- help".\n',
  })
}, 180_000)

test('where nothing was ever started it says so, and starts nothing', async () => {
  const nowhere = { DATA_DIR: path.join(folder, 'nowhere') }
  expect((await admin(nowhere, 'settings', 'get')).errors).toContain('There is no data folder')
  // A folder with other contents gets no database.
  const other = path.join(folder, 'other')
  await mkdir(other)
  expect((await admin({ DATA_DIR: other }, 'settings', 'get')).errors).toContain(
    `There is no database in the folder ${other}.`,
  )
  expect(await readdir(other)).toEqual([])
})

test('a closed pipe is not a failure, and unwritable output is reported', async () => {
  const program = path.join(import.meta.dirname, 'main.ts')
  const run = (command: string) =>
    new Promise<{ code: unknown; errors: string }>((resolve) =>
      execFile('bash', ['-o', 'pipefail', '-c', command, process.execPath, program], (error, _, errors) =>
        resolve({ code: error?.code ?? 0, errors }),
      ),
    )
  expect(await run('"$0" "$1" help | true')).toEqual({ code: 0, errors: '' })
  expect(await run('"$0" "$1" help > /dev/full')).toEqual({
    code: 1,
    errors: 'The output could not be written: ENOSPC: no space left on device, write\n',
  })
})
