import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findBreached } from '#contract/features/breached-passwords.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectAccessible, show, showPage } from '#web/test-kit/show.tsx'
import { security } from '#web/test-kit/values-account-pages.ts'
import { StrengthHint } from './StrengthHint.tsx'

/** No rule in the browser recognizes it. */
const STOLEN = 'quiet-larch-42-river'
const WARNING = 'Weak: this password has appeared in a data breach. Change it wherever else you use it.'

afterEach(() => vi.useRealTimers())

function Typing() {
  const [password, setPassword] = useState('')
  return (
    <label>
      Password
      <input value={password} onChange={(event) => setPassword(event.target.value)} />
      <StrengthHint password={password} />
    </label>
  )
}

async function hashOf(text: string) {
  const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The server knows the breached password. Returns the requested prefixes. */
async function answerWithList() {
  const hash = await hashOf(STOLEN)
  const requests = answerCalls((call) => {
    if (!isFor(call, findBreached)) return 'lost'
    const isThere = call.path.includes(`/${hash.slice(0, 5)}/`)
    return { body: { data: { suffixes: `00000000${isThere ? hash.slice(5, 13) : ''}` } } }
  })
  return () => requests.filter((call) => isFor(call, findBreached)).map(({ path }) => path)
}

test('a breached password is checked once per pause, with five digits of its hash', async () => {
  const prefixes = await answerWithList()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show(<Typing />)
  await page.getByRole('textbox').click()
  // With a stopped clock, nobody pauses between two keys.
  await userEvent.keyboard(STOLEN)
  expect(prefixes()).toEqual([])
  await vi.advanceTimersByTimeAsync(400)
  vi.useRealTimers()
  await expect.element(page.getByRole('status')).toHaveTextContent(WARNING)
  const prefix = (await hashOf(STOLEN)).slice(0, 5)
  expect(prefixes()).toEqual([`/rest/auth/breached-passwords/${prefix}/`])
  await expectAccessible()
})

test('changing a password warns only of a breached one', async () => {
  await answerWithList()
  await showPage('security', { values: security })
  const password = page.getByLabelText('New password', { exact: true })
  await password.fill(STOLEN)
  await expect.element(password).toHaveAccessibleDescription(WARNING)
  await expect.element(password).not.toHaveAttribute('aria-invalid')
  await expect.element(password).toHaveFocus()
  await password.fill('seven green lamps sing')
  await expect.element(password).toHaveAccessibleDescription('Strong.')
})

test("joining an account warns of a breached password and of one's own name", async () => {
  await answerWithList()
  const invitation = {
    email: 'joiner@example.com',
    company: 'Harbor Homes',
    pin: '318204',
    inviterName: 'Dana',
    role: 'user',
  } as const
  await showPage('invitation', { values: { linkToken: 'abc', invitation, wasUsed: false } })
  await page.getByLabelText('Full name').fill('Marlow Quist')
  const password = page.getByLabelText('Password', { exact: true })
  await password.fill('marlow-lamp-lit')
  await expect.element(password).toHaveAccessibleDescription('Weak: this contains your name.')
  await password.fill(STOLEN)
  await expect.element(password).toHaveAccessibleDescription(WARNING)
  await expectAccessible()
})
