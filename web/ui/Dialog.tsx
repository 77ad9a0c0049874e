import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

type DialogProps = {
  title: string
  open: boolean
  children: ReactNode
  /** The person wants out, by the button, the Escape key or a click beside it. */
  onClose?: () => void
  /** False: no way out but what the content offers. */
  closable?: boolean
  /** `chooser` is 640 by 400 pixels, `device` 320 wide, `question` as wide as a sentence reads well; else 80%
   * between 20 and 60 rem. */
  size?: 'default' | 'chooser' | 'device' | 'question'
  lede?: ReactNode
  /** Buttons along the bottom. They carry the way out, so that there is no close button at the top. */
  footer?: ReactNode
}

/** The platform's modal dialog: it keeps the focus inside, and gives it back. Open in the HTML, it looks the same. */
export function Dialog({ title, open, children, closable = true, size = 'default', ...props }: DialogProps) {
  const { onClose, lede, footer } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const titleId = useId()
  const ledeId = useId()
  const isHydrated = useHydrated()

  useEffect(() => {
    const element = dialog.current
    if (!isHydrated || !element) return
    if (open && !element.open) {
      const { documentElement } = document
      documentElement.classList.toggle('scrolls', window.innerWidth > documentElement.clientWidth)
      element.showModal()
    }
    if (!open && element.open) element.close()
  }, [isHydrated, open])

  function leave() {
    if (closable) onClose?.()
  }

  function refuseCancel(event: SyntheticEvent) {
    event.preventDefault()
    leave()
  }

  /** The browser closed it by itself (a second Escape, a back gesture): follow, or stand firm. */
  function followClose() {
    if (!open) return
    if (closable) onClose?.()
    else dialog.current?.showModal()
  }

  return (
    // The keyboard's way out is Escape, which arrives as `cancel`; a click beside the dialog is the mouse's.
    <dialog
      ref={dialog}
      className={size === 'default' ? 'dialog' : `dialog ${size}`}
      aria-labelledby={titleId}
      aria-describedby={lede ? ledeId : undefined}
      // Only in the HTML: once hydrated, showModal and close are the ones to set it.
      open={isHydrated ? undefined : open}
      onCancel={refuseCancel}
      onClose={followClose}
      onKeyDown={(event) => {
        // Browsers let a second Escape through although the first was refused.
        if (event.key === 'Escape' && !closable) event.preventDefault()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === event.currentTarget) leave()
      }}
    >
      <div className="top">
        {/* The focus starts here: the title is read first, and no button is pressed by mistake. */}
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {closable && !footer && (
          <button className="close" type="button" aria-label="Close" onClick={leave}>
            ×
          </button>
        )}
      </div>
      {lede && (
        <p className="lede" id={ledeId}>
          {lede}
        </p>
      )}
      <div className="body">{children}</div>
      {footer && <div className="bottom">{footer}</div>}
    </dialog>
  )
}
