import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, runVitest } from './small-faults/run-tests.ts'
import { copyTree, type ScratchTree } from './small-faults/scratch-tree.ts'

/** What adding a call and an account page changes, shown on a copy of the tree in which nothing else changes. */
const contract = 'contract/features/details.ts'
const useCase = 'server/features/account/details/details.ts'
const table = 'server/tests/access-table.txt'
const accountPages = 'contract/accounts/account-pages.ts'

let tree: ScratchTree
const stop = new AbortController()

beforeAll(async () => {
  tree = await copyTree(join(import.meta.dirname, '..'), stop.signal)
})
afterAll(() => tree.remove())

test('a new call takes two files: its description and its use case', async () => {
  await append(
    contract,
    `export const pingAccount = accountCall({
  ...json,
  path: '/rest/account/ping/',
  who: 'manage-settings',
  scopes: ['account'],
  stepUp: 'always',
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('answered') }) }),
})`,
  )
  await register(
    "accountRoute(app, deps, calls.pingAccount, async () => ({ data: { status: 'answered' as const } }))",
  )
  expect(await typeErrors()).toBe('')

  // Nothing else says who may make it: the server enforces its description.
  await writeTest(`
    const userEmail = freshEmail()
    await addAgent(harness.db, accountId, { email: userEmail, role: 'user' })
    const user = await signedInAs(harness, { email: userEmail })
    expect((await user.send(pingAccount, {})).status).toBe(403)
    expect((await owner.send(pingAccount, {})).status).toBe(200)
    harness.clock.advance(10 * MINUTE)
    expect(await owner.send(pingAccount, {})).toMatchObject({ status: 403, body: { errors: stepUp } })`)
  expect(await runVitest(tree.root, [addedTest], stop.signal)).toBeUndefined()

  // The committed access table gets one line, which a reviewer reads.
  const before = await linesOf(table)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', 'server/tests/access.test.ts']
  const { code, output } = await run(tree.root, vitest, { ACCESS_TABLE: 'write' }, stop.signal)
  expect(code, output).toBe(0)
  const added = (await linesOf(table)).filter((line) => !before.includes(line))
  const cells = added.map((line) => line.split('|').map((cell) => cell.trim()))
  // Step-up has its own column, which another test writes.
  expect(cells.map((row) => row.slice(0, -1))).toEqual([
    [
      'POST /rest/account/ping/',
      'signed-out',
      'signed-out',
      '200',
      '200',
      '200',
      'role',
      'role',
      'read-only',
    ],
  ])
}, 600_000)

test('a new account page takes three files: its entry, its component and its values', async () => {
  await edit(
    accountPages,
    "  'email-bounced': entry<",
    (before) => `  sample: entry<object>({
    path: '/account/sample/',
    label: 'Sample',
    who: 'own',
    scopes: ['account'],
  }),
${before}`,
  )
  await writeFile(
    join(tree.root, 'web/features/account/details/SamplePage.tsx'),
    `export function SamplePage(props: PageProps<'sample'>) {
  return (
    <AccountLayout {...props} title="Sample">
      <p>A sample of a page</p>
    </AccountLayout>
  )
}

import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
`,
  )
  await register("accountPage(app, deps, 'sample', async () => ({}))")
  expect(await typeErrors()).toBe('')

  await tree.buildPages()
  await writeTest(`
    const { status, html } = await owner.open('/account/sample/')
    expect(status).toBe(200)
    expect(html).toContain('A sample of a page')
    // The menu lists it.
    expect((await owner.open('/account/')).html).toContain('href="/account/sample/"')`)
  expect(await runVitest(tree.root, [addedTest], stop.signal)).toBeUndefined()
}, 600_000)

const addedTest = 'server/tests/added.test.ts'

/** A server test in the copy, with an owner signed in. */
async function writeTest(steps: string): Promise<void> {
  const uses = (names: string, from: string) =>
    names.split(', ').some((name) => steps.includes(name)) ? `import { ${names} } from '${from}'\n` : ''
  await writeFile(
    join(tree.root, addedTest),
    `import { expect, test } from 'vitest'
${uses('pingAccount', '#contract/features/details.ts')}${uses('stepUp', '#contract/wire/server-messages.ts')}${uses('MINUTE', '#server/ports/clock.ts')}${uses('addAgent', '#server/test-kit/accounts.ts')}${uses('freshEmail', '#server/test-kit/fresh.ts')}import { openHarness } from '#server/test-kit/harness.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

test('the additions work', async () => {
  const harness = await openHarness()
  const { accountId, email } = await subscribe(harness)
  const owner = await signedInAs(harness, { email })
  expect(accountId).toBeGreaterThan(0)
${steps}
  await harness.close()
})
`,
  )
}

const register = (line: string) =>
  edit(
    useCase,
    'export function detailsRoutes(app: FastifyInstance, deps: Deps): void {\n',
    (before) => `${before}  ${line}\n`,
  )

async function append(file: string, text: string): Promise<void> {
  const path = join(tree.root, file)
  await writeFile(path, `${await readFile(path, 'utf8')}\n${text}\n`)
}

async function edit(file: string, at: string, change: (before: string) => string): Promise<void> {
  const path = join(tree.root, file)
  const text = await readFile(path, 'utf8')
  expect(text, `${file} has the place to add at`).toContain(at)
  await writeFile(
    path,
    text.replace(at, () => change(at)),
  )
}

const linesOf = async (file: string) => (await readFile(join(tree.root, file), 'utf8')).split('\n')

async function typeErrors(): Promise<string> {
  const { code, output } = await run(tree.root, ['scripts/types.ts'], {}, stop.signal)
  return code === 0 ? '' : output
}
