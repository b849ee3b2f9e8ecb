/** Names of objects as names of folders. */

const LONGEST = 60;

/** `003-name`: unique by its number, and made of what every file system and shell takes. */
export function folderName(id: number, name: string): string {
  const letters = Array.from(name.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_'))
    .slice(0, LONGEST)
    .join('');
  // A dot at the end is lost on some systems.
  const trimmed = letters.replaceAll(/^[._]+|[._]+$/g, '');
  return `${String(id).padStart(3, '0')}-${trimmed || 'object'}`;
}
