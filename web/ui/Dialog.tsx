import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** Two presses within this time are a double press. */
const DOUBLE_PRESS_MS = 500

type DialogProps = {
  title: string
  open: boolean
  children: ReactNode
  /** The person closes it with the button, Escape or a click outside. Without it, only its content can close it. */
  onClose?: (() => void) | undefined
  /**
   * Waiting for an answer. Until then it cannot be closed: people take a closed dialog for canceled, and
   * nobody would see the outcome.
   */
  busy?: boolean
  /**
   * `chooser` is 640 by 400 pixels, `device` 320 wide, `question` as wide as a comfortable line; by default
   * 80%, between 20 and 60 rem.
   */
  size?: 'chooser' | 'device' | 'question'
  lede?: ReactNode
  /** Buttons at the bottom. They include a way to close, so there is no close button at the top. */
  footer?: ReactNode
}

/**
 * The native modal dialog: it traps the focus and restores it. If rendered open, it looks the same before
 * hydration.
 */
export function Dialog({ title, open, onClose, busy, size, lede, footer, children }: DialogProps) {
  const staysOpen = busy || !onClose
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<PointerEvent>(null)
  const openedAt = useRef(0)
  const titleId = useId()
  const ledeId = useId()
  const isHydrated = useHydrated()

  useEffect(() => {
    const element = dialog.current
    if (!isHydrated || !element) return
    if (open && !element.open) {
      const { documentElement } = document
      documentElement.classList.toggle('scrolls', innerWidth > documentElement.clientWidth)
      element.showModal()
      openedAt.current = performance.now()
    }
    if (!open && element.open) element.close()
  }, [isHydrated, open])

  function leave() {
    if (!staysOpen) onClose()
  }

  function refuseCancel(event: SyntheticEvent) {
    event.preventDefault()
    leave()
  }

  /**
   * The browser closed it on its own (a second Escape, a back gesture): report it, or reopen. The event comes
   * late: the dialog may have been reopened since.
   */
  function followClose() {
    if (!open || dialog.current?.open) return
    if (staysOpen) dialog.current?.showModal()
    else onClose()
  }

  /**
   * The second press of a double click or tap was meant for what opened the dialog, and is ignored. Browsers
   * do not count taps.
   */
  function followClick(event: MouseEvent) {
    const isRepeated = event.detail > 1 || pressed.current?.pointerType === 'touch'
    if (isRepeated && performance.now() - openedAt.current < DOUBLE_PRESS_MS) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.target === dialog.current && event.target === pressed.current?.target) leave()
  }

  return (
    // The keyboard closes it with Escape, which arrives as `cancel`; a click outside is for the mouse.
    <dialog
      ref={dialog}
      className={size ? `dialog ${size}` : 'dialog'}
      aria-labelledby={titleId}
      aria-describedby={lede ? ledeId : undefined}
      // Only in the HTML: once hydrated, showModal and close control it.
      open={isHydrated ? undefined : open}
      onCancel={refuseCancel}
      onClose={followClose}
      onKeyDown={(event) => {
        // Browsers let a second Escape through even if the first was prevented.
        if (event.key === 'Escape' && staysOpen) event.preventDefault()
      }}
      onPointerDown={(event) => {
        pressed.current = event.nativeEvent
      }}
      onClickCapture={followClick}
    >
      <div className="top">
        {/* Gets the initial focus, so that the title is read first and no button is pressed by mistake. */}
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose && !footer && (
          <button className="close" type="button" aria-label="Close" disabled={busy} onClick={leave}>
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
      {busy !== undefined && (
        <p className="unseen" role="status">
          {busy && 'Sending. Please wait'}
        </p>
      )}
      {footer && <div className="bottom">{footer}</div>}
    </dialog>
  )
}
