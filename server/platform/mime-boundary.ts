/** By RFC 2046. Searching for a longer one would take the time of its length for each character of the text. */
export const BOUNDARY_AT_MOST = 70
