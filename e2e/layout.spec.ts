import { addressesOf, pageGroups } from './kit/all-pages.ts'
import { expectAccessible } from './kit/axe.ts'
import { layoutProblems, missingEdges } from './kit/layout.ts'
import { expect, test } from './kit/visitor.ts'

// The status codes of links that do not work, which the browser logs.
test.use({ expectedConsoleErrors: [/status of (?:400|403|404|410)/] })

for (const group of pageGroups)
  test(`every page fits at 1280, 390 and 320 px and shows the focus: ${group.title}`, {
    tag: group.tag ?? [],
  }, async ({ page, server }) => {
    for (const address of await addressesOf(group, { page, server })) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(address)
      await page.emulateMedia({ forcedColors: 'active' })
      expect.soft(await missingEdges(page), `${address} in the colors of the system`).toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await layoutProblems(page), `${address} at ${width} px`).toEqual([])
        // A button half under the top bar counts as too small.
        await page.evaluate(() => scrollTo(0, 0))
        if (width !== 390) await expectAccessible(page)
      }
    }
  })
