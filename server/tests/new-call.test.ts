import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { onlyFor } from '#contract/accounts/people-messages.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { stepUp, wrongScope } from '#contract/wire/server-messages.ts'
import { accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { requireRoutes } from '#server/platform/http/route.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

/** The first of a new call's two places. */
const renameAccount = accountCall({
  summary: 'Rename the account',
  ...json,
  path: '/rest/account/rename/',
  who: 'manage-settings',
  scopes: ['account'],
  stepUp: 'always',
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('renamed') }) }),
  refusals: [],
})

/** The second one: its use case with its route. */
const answerRename = (app: FastifyInstance, deps: Deps) =>
  accountRoute(app, deps, renameAccount, async () => ({ data: { status: 'renamed' as const } }))

test('a new call is described and answered, and enforces everything it declares', async () => {
  const harness = await openHarness({ prepare: answerRename })
  const { accountId, email } = await subscribe(harness)
  const userEmail = freshEmail()
  await addAgent(harness.db, accountId, { email: userEmail, role: 'user' })
  const owner = await signedInAs(harness, { email })
  const user = await signedInAs(harness, { email: userEmail })

  expect((await send(harness, renameAccount, {})).status).toBe(401)
  expect(await user.send(renameAccount, {})).toMatchObject({
    status: 403,
    body: { errors: onlyFor(['owner', 'admin']) },
  })
  expect((await owner.send(renameAccount, {})).status).toBe(200)
  harness.clock.advance(10 * MINUTE)
  expect(await owner.send(renameAccount, {})).toMatchObject({ status: 403, body: { errors: stepUp } })
  await harness.db.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
  expect(await owner.send(renameAccount, {})).toMatchObject({ status: 403, body: { errors: wrongScope } })
  await harness.close()
})

test('a call with no use case, or with two, fails the start with a message', async () => {
  await expect(openHarness({ prepare: (app) => requireRoutes(app, [renameAccount]) })).rejects.toThrow(
    'No use case answers POST /rest/account/rename/: register it with its route.',
  )
  const twice = (app: FastifyInstance, deps: Deps) => {
    answerRename(app, deps)
    answerRename(app, deps)
  }
  await expect(openHarness({ prepare: twice })).rejects.toThrow(
    "Method 'POST' already declared for route '/rest/account/rename/'",
  )
})
