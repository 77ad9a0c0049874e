import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/features/sign-up/messages.ts'
import { answerSignUp, EMAIL, field, found } from '#web/test-kit/sign-up.ts'
import { signUpValues } from '#web/test-kit/values-sign-up.ts'
import { Boundary } from './Hydrated.tsx'
import { showHtml, showPageHtml } from './test-kit/show.tsx'

const hydratedAt = () => document.documentElement.dataset.hydrated

/** Counts its presses, and notes when it is hydrated. */
function Counter({ name, notes }: { name: string; notes: string[] }) {
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    notes.push(`${name}${hydratedAt() ? ', page marked' : ''}`)
  }, [name, notes])
  return <button type="button" onClick={() => setPresses(presses + 1)}>{`${name} ${presses}`}</button>
}

function showCounters() {
  const notes: string[] = []
  const hydrate = showHtml(
    <>
      <Boundary>
        <Counter name="Panel" notes={notes} />
      </Boundary>
      <Counter name="Page" notes={notes} />
      <Boundary>
        <Counter name="Summary" notes={notes} />
      </Boundary>
    </>,
  )
  return { hydrate, notes, press: (name: string) => button(name).click() }
}

function button(name: string): HTMLElement {
  return page.getByRole('button', { name: new RegExp(`^${name}`) }).element() as HTMLElement
}

test('a page is marked as hydrated after its last boundary', async () => {
  const { hydrate, notes } = showCounters()
  const shown = ['Panel', 'Page', 'Summary'].map(button)
  await hydrate()
  expect(notes).toEqual(['Page', 'Panel', 'Summary'])
  expect(['Panel', 'Page', 'Summary'].map(button)).toEqual(shown)
})

test('a press during hydration counts once, and its boundary is hydrated first', async () => {
  const { hydrate, notes, press } = showCounters()
  const hydrated = hydrate()
  press('Summary')
  expect(notes).toEqual(['Page', 'Summary'])
  press('Page')
  await hydrated
  expect(notes).toEqual(['Page', 'Summary', 'Panel'])
  expect(['Panel', 'Page', 'Summary'].map((name) => button(name).textContent)).toEqual([
    'Panel 0',
    'Page 1',
    'Summary 1',
  ])
})

test('text and focus stay while the summary waits for hydration and a look-up answers', async () => {
  const calls = answerSignUp({ lookUp: [found('busy.cancelled', { message: messages.emailTaken })] })
  const hydrate = await showPageHtml('sign-up', { values: signUpValues, path: '/sign-up/step-1' })
  const summary = document.querySelector('.plan-bar')
  expect(summary).not.toBeNull()
  await field('Full name').fill('Dana')
  const hydrated = hydrate()
  await formHydrated()
  expect(hydratedAt(), 'the summary waits').toBeUndefined()
  type('Full name', ' Whitfield')
  type('Email', EMAIL)
  type('Company', 'North Shore')
  expect(calls.lookedUp()).toEqual([{ email: EMAIL }])
  await hydrated
  await expect.element(field('Email')).toHaveAccessibleDescription(messages.emailTaken)
  await expect.element(field('Email')).toHaveValue(EMAIL)
  await expect.element(field('Full name')).toHaveValue('Dana Whitfield')
  await expect.element(field('Company')).toHaveValue('North Shore')
  await expect.element(field('Company')).toHaveFocus()
  expect(document.querySelector('.plan-bar')).toBe(summary)
})

/** As a microtask, before React begins with the boundaries. */
function formHydrated(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  new MutationObserver((_, observer) => {
    observer.disconnect()
    resolve()
  }).observe(document.querySelector('form') as Node, { attributeFilter: ['data-hydrated'] })
  return promise
}

function input(label: string): HTMLInputElement {
  return field(label).element() as HTMLInputElement
}

/** At the end of a field, as the keyboard does. */
function type(label: string, text: string): void {
  const { value } = input(label)
  input(label).focus()
  if (value !== '') input(label).setSelectionRange(value.length, value.length)
  document.execCommand('insertText', false, text)
}
