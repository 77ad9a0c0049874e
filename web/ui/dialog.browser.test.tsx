import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show, showHtml } from '#web/test-kit/show.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

const sizes = ['info', 'chooser', 'device'] as const
type Kind = (typeof sizes)[number]

/** The three kinds: to read, to choose, and one that may not be closed. */
function Dialogs({ opened }: { opened?: Kind }) {
  const [open, setOpen] = useState(opened)
  const close = () => setOpen(undefined)
  return (
    <main>
      <h1>Dialogs</h1>
      {sizes.map((kind) => (
        <Button key={kind} onClick={() => setOpen(kind)}>
          {`Open ${kind}`}
        </Button>
      ))}
      <div style={{ height: 3000 }} />
      <Dialog title="Info" open={open === 'info'} onClose={close}>
        <p>Traces are unlimited.</p>
      </Dialog>
      <Dialog
        title="Choose account"
        size="chooser"
        open={open === 'chooser'}
        onClose={close}
        lede="This email has several accounts."
        footer={<Button onClick={close}>Cancel</Button>}
      >
        <Button onClick={close}>Login</Button>
      </Dialog>
      <Dialog title="Warning" size="device" open={open === 'device'}>
        <a href="#main">Get the app</a>
      </Dialog>
    </main>
  )
}

const dialog = () => page.getByRole('dialog')
const opener = (kind: Kind) => page.getByRole('button', { name: `Open ${kind}` })
const box = () => dialog().element().getBoundingClientRect()
const clickBeside = () => dialog().click({ position: { x: -20, y: -20 }, force: true })

test('a dialog is 80% wide, at least 20rem and at most 60rem [CHO-16]', async () => {
  show(<Dialogs opened="info" />)
  for (const [viewport, width] of [
    [1000, 800],
    [1600, 960],
    [380, 320],
  ] as const) {
    await page.viewport(viewport, 800)
    expect(box().width).toBeCloseTo(width, 0)
  }
})

test.each([
  ['chooser', { width: 640, height: 400 }],
  ['device', { width: 320 }],
] as const)('the dialog %s has its own size [CHO-08]', (kind, size) => {
  show(<Dialogs opened={kind} />)
  expect(box()).toMatchObject(size)
})

test.each([
  ['info', 'Info'],
  ['chooser', 'Choose account'],
  ['device', 'Warning'],
] as const)(
  'the dialog %s is named by its title, accessible, and fits the smallest screen',
  async (kind, name) => {
    show(<Dialogs opened={kind} />)
    await expect.element(page.getByRole('dialog', { name })).toBeVisible()
    await expectAccessible()
    await page.viewport(320, 640)
    const { left, right } = box()
    expect([left >= 0, right <= 320]).toEqual([true, true])
  },
)

test('a dialog works by keyboard alone, traps the focus and restores it', async () => {
  show(<Dialogs />)
  opener('chooser').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Choose account' })).toHaveFocus()
  const seen = new Set<string>()
  for (let press = 0; press < 6; press += 1) {
    await userEvent.tab()
    const { activeElement } = document
    // The body stands for the browser's own controls, which Tab can focus from any page.
    if (activeElement !== document.body) seen.add(activeElement?.textContent ?? '')
  }
  expect([...seen].filter((text) => text !== 'Choose account').toSorted()).toEqual(['Cancel', 'Login'])
  await userEvent.keyboard('{Escape}')
  await expect.element(opener('chooser')).toHaveFocus()
  expect(dialog().elements()).toEqual([])
})

test('a dialog closes by its button or a click outside, not by a click inside', async () => {
  show(<Dialogs />)
  await opener('info').click()
  await dialog().getByText('Traces are unlimited.').click()
  await expect.element(dialog()).toBeVisible()
  await clickBeside()
  await expect.poll(() => dialog().elements()).toEqual([])
  await opener('info').click()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => dialog().elements()).toEqual([])
  await expect.element(opener('info')).toHaveFocus()
})

test('a dialog that reopens before the browser reports its closing stays open', async () => {
  show(<Dialogs />)
  await opener('info').click()
  const info = dialog().element()
  const reported = new Promise((tell) => info.addEventListener('close', tell, { once: true }))
  info.querySelector<HTMLElement>('.close')?.click()
  await Promise.resolve()
  document.querySelector('button')?.click()
  await reported
  await new Promise(requestAnimationFrame)
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog().elements()).toEqual([])
})

test('the second half of a double click presses nothing in the dialog opened by the first', async () => {
  show(<Dialogs />)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  await opener('chooser').click()
  const login = dialog().getByRole('button', { name: 'Login' })
  const press = () =>
    login.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
  clock.mockReturnValue(now + 400)
  press()
  await new Promise(requestAnimationFrame)
  await expect.element(dialog()).toBeVisible()
  clock.mockReturnValue(now + 600)
  press()
  await expect.poll(() => dialog().elements()).toEqual([])
})

test('a dialog locks the scrolling of the page behind it', async () => {
  show(<Dialogs opened="info" />)
  expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden')
})

describe('a dialog that may not be closed', () => {
  async function expectOpen() {
    let isClosed = false
    dialog()
      .element()
      .addEventListener('close', () => {
        isClosed = true
      })
    // Chromium lets the second Escape through.
    await userEvent.keyboard('{Escape}{Escape}{Escape}')
    await clickBeside()
    await new Promise(requestAnimationFrame)
    expect(isClosed).toBe(false)
    await expect.element(dialog()).toBeVisible()
  }

  test('stays open, whatever is pressed', async () => {
    show(<Dialogs opened="device" />)
    expect(dialog().getByRole('button').elements()).toEqual([])
    await expectOpen()
  })

  test('while waiting for an answer says so and disables its button', async () => {
    const closed: string[] = []
    const request = (busy: boolean) => (
      <Dialog title="Question" open busy={busy} onClose={() => closed.push('closed')}>
        <p>Shall we?</p>
      </Dialog>
    )
    show(request(true))
    await expect.element(dialog().getByRole('status')).toHaveTextContent('Sending. Please wait')
    await expect.element(dialog().getByRole('button', { name: 'Close' })).toBeDisabled()
    await expectOpen()
    await expectAccessible()
    expect(closed).toEqual([])
  })
})

test('a dialog open in the HTML is placed like a modal before the script loads', async () => {
  const hydrate = showHtml(<Dialogs opened="chooser" />)
  const { x, y, width, height } = box()
  expect([width, height]).toEqual([640, 400])
  expect([x + width / 2, y + height / 2]).toEqual([innerWidth / 2, innerHeight / 2])
  await hydrate()
  expect(dialog().element().matches(':modal')).toBe(true)
})
