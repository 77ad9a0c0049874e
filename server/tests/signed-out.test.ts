import { expect, test } from 'vitest'
import { callPermissions } from '#contract/accounts/call-permissions.ts'
import { signedOut } from '#contract/wire/server-messages.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { openHarness } from '#server/test-kit/harness.ts'

test('every change of the account that is refused for want of a session has the page ask to sign in, and no other request', async () => {
  const harness = await openHarness()
  for (const named of Object.keys(callPermissions)) {
    const [method, path = ''] = named.split(' ')
    const { body } = await harness.app.inject({
      method: method as 'POST',
      url: path.replaceAll(/:\w+/g, '1'),
      headers: { cookie: 'session=over' },
      remoteAddress: freshIp(),
    })
    if (method === 'GET') expect([named, body]).toEqual([named, expect.not.stringContaining('step_up')])
    else expect([named, JSON.parse(body)]).toEqual([named, { errors: signedOut, step_up: [] }])
  }
  await harness.close()
})
