const glyphs = {
  // A tile with a down arrow: a download to the phone.
  'App Store':
    'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Zm5 3.5v8m-3.5-3.5 3.5 3.5 3.5-3.5',
  'Google Play': 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm-2 5.2v6.6l5.6-3.3Z',
}

/** Our own drawing, as the official badges are protected. */
export function StoreBadge({ store, href }: { store: keyof typeof glyphs; href: string }) {
  return (
    <a className="store" href={href} rel="noopener">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={glyphs[store]} />
      </svg>
      <span>
        <small>Download from</small> {store}
      </span>
    </a>
  )
}
