import { coveredBy } from './kit/covered-focus.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, test } from './kit/server.ts'

// A laptop at 125% zoom, and 1280 pixels at 400% zoom.
const WINDOWS = [
  { width: 1024, height: 520 },
  { width: 320, height: 256 },
]

test('on the way back through a page of the desk by keyboard, the head never covers what has the focus', {
  tag: '@wide',
}, async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  for (const path of ['/desk/figures/', '/desk/accounts/204518/', '/desk/operators/'])
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      await page.goto(server.deskUrl + path)
      expect(await coveredBy(page, 'header', 'Shift+Tab'), `${path} at ${size.width} px`).toEqual([])
    }
})
