import { useEffect, useRef } from 'react'

/** Searches for anything, from every page. A slash moves the focus here, unless something is being typed. */
export function FindBox({ sought = '' }: { sought?: string }) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    function focus(event: KeyboardEvent) {
      const target = event.target as HTMLElement
      const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  return (
    <search className="desk-search">
      <form className="desk-find" action="/desk/find/" method="get">
        <label className="unseen" htmlFor="desk-find">
          Find an account, person, bill, charge or mail
        </label>
        <input
          ref={input}
          id="desk-find"
          name="q"
          type="search"
          defaultValue={sought}
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
