import { goToThirdStep, LICENCES, payFromThird, subtotal, tick } from './kit/legacy.ts'
import { heading, SUBMIT, watchBodies } from './kit/sign-up.ts'
import { expect, test } from './kit/visitor.ts'

const SELLS_BY_OWNER = /For sale by owner/

/** The price of each package with its preselected dialer and one kind of leads, by account type. */
const packs = [
  { pack: 'Dialer and Data Account', hasData: true, 'Single User': '$124 / mo', 'Multi User': '$134 / mo' },
  { pack: 'Dialer Only Account', hasData: false, 'Single User': '$99 / mo', 'Multi User': '$109 / mo' },
  { pack: 'Data Only Account', hasData: true, 'Single User': '$35 / mo', 'Multi User': '$45 / mo' },
] as const

for (const variant of ['choices', 'licences'] as const)
  for (const type of ['Single User', 'Multi User'] as const)
    for (const { pack, hasData, [type]: total } of packs)
      test(`${type}, ${pack}, by ${variant}: what is shown is what is paid [PAY-01]`, {
        tag: '@wide',
      }, async ({ page }) => {
        const sent = watchBodies(page, SUBMIT)
        await goToThirdStep(page, { type, pack })
        if (variant === 'licences') {
          await page.getByRole('link', { name: /^Choose licenses( and add-ons)? instead$/ }).click()
          await expect(page).toHaveURL(LICENCES)
        }
        await expect(heading(page)).toHaveText(`${type} ${pack}`)
        if (hasData) await tick(page, SELLS_BY_OWNER).check()
        await expect(subtotal(page)).toHaveText(total)
        await payFromThird(page)
        expect(sent).toMatchObject([{ total: Number(/\d+/.exec(total)) }])
      })
