import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBlock, removeBlock } from '#contract/desk/settings.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

test('a block is added with its end and reason, listed, and removed once', async () => {
  const [money, other] = [await desk.as('money'), await desk.as('money')]
  const block = { kind: 'address', value: '192.0.2.77/24', until: '2027-01-01', reason: 'Stolen cards' }
  const added = await money.send(addBlock, block)
  expect(added.body).toMatchObject({
    data: {
      said: 'IP address 192.0.2.0/24 is blocked until 2027-01-01.',
      values: {
        rows: [
          { kind: 'address', value: '192.0.2.0/24', reason: 'Stolen cards', by: `operator:${money.email}` },
        ],
      },
    },
  })
  const [{ id } = { id: 0 }] = (added.body.data as { values: { rows: { id: number }[] } }).values.rows
  const body = { block_id: id, reason: 'The range is of a school' }
  expect((await money.send(removeBlock, body)).body).toMatchObject({
    data: { said: `Block ${id} is removed.`, values: { rows: [] } },
  })
  const again = await other.send(removeBlock, body)
  expect([again.status, again.body]).toEqual([404, { errors: `Block ${id} has been removed already.` }])
})

test('a block needs a blockable value, a future end, and the role', async () => {
  const [helper, money] = [await desk.as('helper'), await desk.as('money')]
  const block = { kind: 'address', value: '192.0.2.7', until: '2027-01-01', reason: 'x' }
  const errorsOf = async (changes: object) =>
    (await money.send(addBlock, { ...block, ...changes })).body.errors
  expect(await errorsOf({ value: 'nowhere' })).toEqual({ value: ['nowhere is not an IP address or range.'] })
  expect(await errorsOf({ value: '10.0.0.0/4' })).toHaveProperty('value')
  expect(await errorsOf({ until: '2026-11-01' })).toEqual({ until: ['Choose a time in the future.'] })
  expect(await errorsOf({ until: 'soon' })).toEqual({ until: ['Enter a day like 2026-12-01.'] })
  expect(await errorsOf({ kind: 'person' })).toHaveProperty('kind')
  expect(await errorsOf({ reason: '' })).toEqual({ reason: ['Enter a reason'] })
  expect((await helper.send(addBlock, block)).status).toBe(403)
  expect((await helper.get('/desk/settings/')).values.blocks).toEqual({ rows: [], isCut: false })
})
