/** The first touch of a finding, in words. */
import type { FirstTouch } from '../audit/passages.js';
import type { Finding } from '../audit/report.js';
import { printable } from './terminal.js';

/** Between which instants, and when: `between frame12.obj and frame13.obj, at 0.413 s`. */
export function whenText({ frames, step, time }: FirstTouch): string {
  const [before, behind] = frames?.map(printable) ?? [String(shortSeconds(step[0])), `${shortSeconds(step[1])} s`];
  return `between ${before} and ${behind}, at ${shortSeconds(time)} s`;
}

/** Which parts: `vertex 17 of Ball on triangle 204 of Cloth`. */
export function partsText({ names }: Finding, { kind, triangles, vertices }: FirstTouch): string {
  const [nameA, nameB = nameA] = names.map(printable);
  const [a, b] = [
    { name: nameA, vertices: vertices[0], triangle: triangles[0] },
    { name: nameB, vertices: vertices[1], triangle: triangles[1] },
  ];
  if (kind === 'edge-edge') {
    return `edge ${a.vertices.join('–')} of ${a.name} on edge ${b.vertices.join('–')} of ${b.name}`;
  }
  const [vertex, face] = a.vertices.length === 1 ? [a, b] : [b, a];
  return `vertex ${vertex.vertices[0]} of ${vertex.name} on triangle ${face.triangle} of ${face.name}`;
}

function shortSeconds(seconds: number): number {
  return Number(seconds.toFixed(3));
}
