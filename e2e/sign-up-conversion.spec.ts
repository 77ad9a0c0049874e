import { answer, expectRegistered, fillCard, payNow, reachBilling, SUBMIT } from './kit/sign-up.ts'
import { expect, test } from './kit/visitor.ts'

// Two steps and a payment: more than one page's worth of work.

const ANALYTICS = 'http://127.0.0.1:9/collect'
const CONVERSION = 'http://127.0.0.1:9/convert'

test.use({
  serverEnv: {
    ANALYTICS_ID: 'A-1',
    ANALYTICS_URL: ANALYTICS,
    AD_CONVERSION_ID: 'AW-2',
    AD_CONVERSION_URL: CONVERSION,
  },
})

test('events and one conversion leave by beacon, with the contact details and the total [EXT-08, EXT-09, PAY-02, PAY-03]', async ({
  page,
  context,
}) => {
  const beacons: { url: string; body: Record<string, unknown> }[] = []
  await context.route('http://127.0.0.1:9/**', async (route) => {
    beacons.push({ url: route.request().url(), body: JSON.parse(route.request().postData() ?? '{}') })
    await route.fulfill({ status: 204 })
  })
  await answer(page, SUBMIT, 200, { data: { status: 'registered', pin: '204518' } })
  const person = await reachBilling(page, {}, '/sign-up/step-1?single=1&back-url=landing')
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  await expect.poll(() => beacons.filter(({ url }) => url === CONVERSION)).toHaveLength(1)
  expect(beacons.find(({ url }) => url === CONVERSION)?.body).toEqual({
    id: 'AW-2',
    email: person.Email,
    phones: ['+13125550148'],
    first_name: 'Dana',
    last_name: 'Whitfield Moore',
    address: '12 Lake Street',
    city: 'Evanston',
    state: 'IL',
    country: 'US',
    postal_code: '60201',
    total: 99,
  })
  const events = beacons.filter(({ url }) => url === ANALYTICS).map(({ body }) => body)
  expect(events).toContainEqual({ id: 'A-1', event: 'page_view', page: '/sign-up/step-1' })
  expect(events).toContainEqual({ id: 'A-1', event: 'sign_up_step', step: 2 })
  expect(events).toContainEqual({ id: 'A-1', event: 'Sign Up', total: 99 })
  expect(events).toContainEqual({ id: 'A-1', event: 'pricing-option-1' })
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain(person.Email)
})
