/** Four bars of an audio level on a blue tile. */
export function BrandMark() {
  return (
    <svg className="mark" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <rect width="28" height="28" rx="8" fill="#2456e6" />
      <path
        d="M8 10.5v7M12 8v12M16 11v6M20 9.5v9"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
