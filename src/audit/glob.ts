/** Names by pattern: `*` stands for any text, `?` for any character, everything else for itself. */

/** Whether a whole name fits a pattern. Takes time proportional to the product of both lengths at most. */
export function matchesGlob(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  // Where the last star was, and what of the name it has taken so far.
  let star = -1;
  let taken = 0;
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++taken;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
