export type MenuItem = { href: string; label: string; isCurrent?: boolean }

/** The popover id: the header's Menu button opens it where the panel has no room. */
export const MENU_ID = 'menu'

export function Menu({ items }: { items: readonly MenuItem[] }) {
  return (
    <nav className="menu" id={MENU_ID} popover="auto" aria-label="Your account">
      {items.map(({ href, label, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
