/** Files and folders that are dropped anywhere on the page. */
import { MOST_FILES } from '../model/dropped-files.js';
import type { DroppedFile } from '../model/model-messages.js';
import { elementById } from './elements.js';

/** Listens for drops; `onDrop` is told of all files, those in folders too. */
export function connectDropZone(onDrop: (files: readonly DroppedFile[]) => void): void {
  const veil = elementById('drop-here', HTMLElement);
  // Entering an element comes before leaving the one around it.
  let depth = 0;
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
  const end = (): void => {
    depth = 0;
    veil.hidden = true;
  };
  window.addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth++;
    veil.hidden = false;
  });
  window.addEventListener('dragleave', () => {
    if (depth > 0 && --depth === 0) end();
  });
  window.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    if (event.dataTransfer === null || !hasFiles(event)) return;
    // The browser would leave the page to show the file.
    event.preventDefault();
    end();
    void collectFiles(event.dataTransfer).then(onDrop);
  });
}

/** Files of a list, as `<input type="file">` gives them. */
export function listFiles(files: Iterable<File>): DroppedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function collectFiles({ files, items }: DataTransfer): Promise<DroppedFile[]> {
  // Both lists are gone as soon as the event is over.
  const plain = listFiles(files);
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null).filter((entry) => entry !== null);
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const found: DroppedFile[] = [];
  for (const entry of entries) await walk(entry, '', found);
  return found;
}

async function walk(entry: FileSystemEntry, folder: string, found: DroppedFile[]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  const path = folder + entry.name;
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      found.push({ path, file });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    const read = (): Promise<FileSystemEntry[]> =>
      new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    // A folder comes in portions; an empty one is the end.
    for (let part = await read(); part.length > 0; part = await read()) {
      for (const child of part) await walk(child, `${path}/`, found);
    }
  } catch {
    // What cannot be read is as good as not there; what needs it says so.
  }
}
