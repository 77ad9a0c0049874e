import { type FormEvent, type KeyboardEvent as KeyPress, useEffect } from 'react'

/** A page that shows results while one types. */
export type FindWatch = {
  type(text: string): void
  /** Moves the focus to the first result. */
  down(): void
  /** Opens the result that is meant. False if there is none: the search page is then asked for. */
  open(): boolean
}

const BOX = 'desk-find'

export function focusFindBox(): void {
  const box = document.getElementById(BOX) as HTMLInputElement | null
  box?.focus()
  box?.select()
}

/** Searches for anything, from every page. A slash moves the focus here, unless something is being typed. */
export function FindBox({ sought = '', watch }: { sought?: string; watch?: FindWatch }) {
  useEffect(() => {
    function focus(event: KeyboardEvent) {
      const target = event.target as HTMLElement
      const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      focusFindBox()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  function submit(event: FormEvent) {
    if (watch?.open()) event.preventDefault()
  }

  function press(event: KeyPress) {
    if (event.key !== 'ArrowDown' || !watch) return
    event.preventDefault()
    watch.down()
  }

  return (
    <search className="desk-search">
      <form className="desk-find" action="/desk/find/" method="get" onSubmit={submit}>
        <label className="unseen" htmlFor={BOX}>
          Find an account, person, bill, charge or mail
        </label>
        <input
          id={BOX}
          name="q"
          type="search"
          defaultValue={sought}
          onChange={({ target }) => watch?.type(target.value)}
          onKeyDown={press}
          placeholder="Find: number, email, name, phone, bill …"
          autoComplete="off"
          maxLength={200}
        />
        <span className="desk-key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  )
}
