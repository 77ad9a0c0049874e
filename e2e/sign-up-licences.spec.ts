import * as messages from '#contract/features/sign-up/messages.ts'
import { expectAccessible } from './kit/axe.ts'
import {
  CHOICES,
  CUSTOMER,
  choice,
  dialog,
  goToThirdStep,
  LICENCES,
  leaveThird,
  payFromThird,
  subtotal,
  tick,
} from './kit/legacy.ts'
import { field, heading, next, previous, SUBMIT, step, watchBodies } from './kit/sign-up.ts'
import { expect, overflowOf, test } from './kit/visitor.ts'

const numbersOf = (least: number) => Array.from({ length: 21 - least }, (_, at) => String(at + least))

test('a team chooses licences, add-ons and data, and pays [L3V-01..L3V-05, L3V-09..L3V-17, GEN-07, ENT-07]', async ({
  page,
}) => {
  // During the opening animation a dialog does not have its final colors.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const sent = watchBodies(page, SUBMIT)
  await goToThirdStep(page, { type: 'Multi User' })
  await page.evaluate(() => scrollTo(0, 400))
  await page.getByRole('link', { name: 'Choose licenses and add-ons instead' }).click()
  await expect(page).toHaveURL(LICENCES)
  await expect(heading(page)).toHaveText('Multi User Dialer and Data Account')
  await expect(page.getByText('Step 3 of 5').filter({ visible: true })).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  for (const [label, least] of [
    ['CRM licenses', 1],
    ['Single Line Dialers', 0],
    ['Triple Line Dialers', 0],
    ['Call recording licenses', 0],
    ['Call me licenses', 0],
  ] as const)
    expect(await field(page, label).locator('option').allTextContents()).toEqual(numbersOf(least))
  await expectAccessible(page)

  const error = dialog(page, 'Error')
  await field(page, 'Triple Line Dialers').selectOption('2')
  await expect(error).toContainText(messages.moreDialersThanSeats)
  await expect(error).toContainText(
    'Dialing licenses can be shared between agents who do not dial at the same time. Cheapest for 2 agents with 2 dialing at once: 2 CRM licenses and 2 single line dialers, $198 / mo.',
  )
  await expectAccessible(page)
  await error.getByRole('button', { name: 'OK' }).click()
  await expect(field(page, 'Single Line Dialers')).toHaveValue('0')
  await expect(field(page, 'Triple Line Dialers')).toHaveValue('0')
  await field(page, 'Call recording licenses').selectOption('3')
  await expect(error).toContainText(messages.moreRecordingThanSeats)
  await page.keyboard.press('Escape')
  await expect(field(page, 'Call recording licenses')).toHaveValue('0')
  await field(page, 'Call me licenses').selectOption('20')
  await expect(error).toContainText(messages.moreCallMeThanSeats)
  await page.keyboard.press('Escape')
  await expect(field(page, 'Call me licenses')).toHaveValue('0')

  await page.getByText('How many do I need?').click()
  await field(page, 'How many agents?').selectOption('5')
  await field(page, 'How many dialing at once?').selectOption('2')
  await expect(step(page)).toContainText(
    'Cheapest for 5 agents with 2 dialing at once: 5 CRM licenses and 2 single line dialers, $228 / mo.',
  )
  await page.getByRole('button', { name: 'Use this mix' }).click()
  await expect(field(page, 'CRM licenses')).toHaveValue('5')
  await expect(field(page, 'Single Line Dialers')).toHaveValue('2')
  await expect(subtotal(page)).toHaveText('$228 / mo')

  await field(page, 'Call recording licenses').selectOption('2')
  await field(page, 'Call me licenses').selectOption('1')
  for (const [name, keeps] of [
    ['Neighborhood search', true],
    ['Skip tracer', false],
    ['Pre-foreclosure', true],
  ] as const) {
    const popup = dialog(page, /^Coverage of/)
    await tick(page, new RegExp(name)).click()
    await expect(popup).toContainText('no coverage in Canada, South Carolina, Montana, Idaho and Kansas.')
    if (keeps && name === 'Pre-foreclosure') await page.keyboard.press('Escape')
    else await popup.getByRole('button', { name: keeps ? 'Keep it' : 'No, thanks' }).click()
    await expect(popup).toBeHidden()
    await expect(tick(page, new RegExp(name))).toBeChecked({ checked: keeps })
  }
  await tick(page, /Skip tracer/).check()
  await tick(page, /Skip tracer/).uncheck()
  await expect(subtotal(page)).toHaveText('$406 / mo')
  expect(await overflowOf(page)).toBe(0)

  await page.getByRole('link', { name: 'Back to the simple choices' }).click()
  await expect(page).toHaveURL(CHOICES)
  await expect(subtotal(page)).toHaveText('$326 / mo')
  await page.goBack()
  await expect(subtotal(page)).toHaveText('$406 / mo')
  await leaveThird(page)
  await expect(page).toHaveURL(CUSTOMER)
  await previous(page).click()
  await expect(page).toHaveURL(LICENCES)
  await payFromThird(page)
  expect(sent).toMatchObject([
    {
      accountType: 'multi_user',
      hosted_lead_management_count: 5,
      single_line_power_dialer_count: 2,
      triple_line_power_dialer_count: 0,
      call_recording_feature_count: 2,
      call_me_feature_count: 1,
      mojo_voice_feature_count: 0,
      neighborhood_search_feature: 1,
      reverse_lookup_feature: 0,
      pre_foreclosure_data_feature: 1,
      total: 406,
    },
  ])
})

test('one user picks one dialer, and ticks recording and call me [L3V-06..L3V-08]', {
  tag: '@wide',
}, async ({ page }) => {
  await goToThirdStep(page, { pack: 'Dialer Only Account' })
  await page.getByRole('link', { name: 'Choose licenses and add-ons instead' }).click()
  await expect(field(page, 'CRM licenses')).toHaveCount(0)
  await expect(choice(page, 'Single Line Dialer')).toBeChecked()
  await choice(page, 'Triple Line Dialer').check()
  await expect(choice(page, 'Single Line Dialer')).not.toBeChecked()
  await expect(subtotal(page)).toHaveText('$149 / mo')
  await choice(page, 'Single Line Dialer').check()
  await tick(page, /Call recording/).check()
  await tick(page, /Call me/).check()
  await expect(subtotal(page)).toHaveText('$154 / mo')
  await tick(page, /Call me/).uncheck()
  await expectAccessible(page)
  await page.reload()
  await expect(tick(page, /Call recording/)).toBeChecked()
  await expect(page).toHaveURL(LICENCES)
  await next(page).click()
  await expect(page).toHaveURL(CUSTOMER)
})
