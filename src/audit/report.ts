/**
 * What an audit says. `schema/report.schema.json` describes the same for other programs; its version is in {@link REPORT_SCHEMA}.
 * Lengths are in metres, times in seconds, triangles count through the primitives of an object in file order.
 */
import type { SceneWarning } from '../gltf/scene.js';
import type { FirstTouch, Passage } from './passages.js';

/** Names the form of a report, with its version. */
export const REPORT_SCHEMA = 'urn:pliant:report:1';

/** The audits of one or more files. */
export interface Report {
  /** {@link REPORT_SCHEMA}. */
  readonly schema: string;
  /** One per file, in the order they were asked for. */
  readonly files: readonly FileReport[];
}

/** The audit of one file. The same bytes as JSON for any number of threads, in Node and in browsers. */
export interface FileReport {
  /** What was audited, as the caller calls it. */
  readonly file: string;
  /** What does not count as new. */
  readonly baseline: 'rest' | 'none' | 'report';
  /** Surfaces closer than this were looked for as well; null when they were not. */
  readonly clearance: number | null;
  /** Everything with triangles, whether it was chosen or not, by `id`. */
  readonly objects: readonly ReportObject[];
  /** All animations of the file, whether they were chosen or not. */
  readonly clips: readonly ReportClip[];
  /** What was checked: the rest pose first, then clips in file order, each by rising time. */
  readonly instants: readonly ReportInstant[];
  /** By the first of their objects, the second, clip, and time. An object with itself comes before its pairs. */
  readonly findings: readonly Finding[];
  /** What was asked for and not checked. */
  readonly unchecked: readonly Unchecked[];
  /** What was wrong but harmless. */
  readonly warnings: readonly SceneWarning[];
  /** All triangle pairs that were found at any instant, and between them if that was asked for: what a later audit takes for its baseline. */
  readonly seen: readonly SeenPairs[];
}

/** A node with a surface. */
export interface ReportObject {
  /** Its place among the objects. */
  readonly id: number;
  /** The node's name, or else the mesh's, or else `node 3`. Not necessarily unique. */
  readonly name: string;
  /** The glTF node. */
  readonly node: number;
  /** How many triangles it has. */
  readonly triangles: number;
  /** Triangles that are no surface, and never collide: collinear at rest, or with the same vertices as an earlier one. */
  readonly defects: number;
}

/** An animation. */
export interface ReportClip {
  /** Its name; `#k` for the k-th of the file when it has none, `name#k` when an earlier one has the same name. */
  readonly name: string;
  /** Index in the file. */
  readonly index: number;
  /** When its last key is. */
  readonly duration: number;
  /** How many of its instants were checked. */
  readonly instants: number;
}

/** What was found at one instant. */
export interface ReportInstant {
  /** {@link ReportClip.name}, or null for the rest pose. */
  readonly clip: string | null;
  /** Since the beginning of the clip; 0 for the rest pose. */
  readonly time: number;
  /** What the frame is called, where the instant is one of a recording. */
  readonly frame?: string;
  /** Triangle pairs in which objects meet themselves. */
  readonly self: number;
  /** Triangle pairs in which different objects meet. */
  readonly pairs: number;
  /** Where they are: by first object and second. */
  readonly contacts: readonly ReportMeeting[];
  /**
   * Every triangle pair that meets, in rising order, if that was asked for: first object, its triangle, second object, its
   * triangle. The first is before the second.
   */
  readonly trianglePairs?: readonly (readonly [
    objectA: number,
    triangleA: number,
    objectB: number,
    triangleB: number,
  ])[];
  /** What passed unseen on the way from the instant before, where `continuous` was asked for and anything did. */
  readonly passages?: readonly Passage[];
}

/** What one object, or a pair of objects, does at one instant. */
export interface ReportMeeting {
  /** One id, or two in rising order. */
  readonly objects: readonly number[];
  /** Triangle pairs that meet. */
  readonly pairs: number;
  /** Those among them that cross, and do not merely touch. */
  readonly crossing: number;
  /** Those among them that are not in the baseline. */
  readonly new: number;
  /** Those among the new ones that cross. */
  readonly newCrossing: number;
  /** Triangle pairs that do not meet and are closer than the clearance; 0 without one, and for an object with itself. */
  readonly close: number;
  /** Those among them that the baseline has neither close nor meeting. */
  readonly newClose: number;
  /** The distance of the closest of them, of the new ones where there are any; null when there are none at all. */
  readonly distance: number | null;
}

/** How surfaces are to each other: `close` means that they do not meet there. */
export type Closeness = 'crossing' | 'touching' | 'close';

/**
 * An object that meets itself, or a pair of objects that meet or come closer than the clearance, over a run of
 * consecutive instants of a clip. A finding is about some triangle pairs: those that are not in the baseline when it is new,
 * and else all of them. A run ends where there are none left, and where new ones begin or end.
 */
export interface Finding {
  /** One id, or two in rising order. */
  readonly objects: readonly number[];
  /** Their names. */
  readonly names: readonly string[];
  /** {@link ReportClip.name}, or null for the rest pose. */
  readonly clip: string | null;
  /** The first and the last instant of the run. */
  readonly interval: readonly [first: number, last: number];
  /** What the frames at these are called, where both are frames of a recording. */
  readonly frames?: readonly [first: string, last: string];
  /**
   * Whether all of it happened between instants, and is seen at none: `continuous` alone finds that. Then the times are those of first touches, `interval` that of the first and the last step in a row, `peak` that of the step
   * with the most triangle pairs; and whatever meets counts as crossing.
   */
  readonly between?: true;
  /** What touched first, and when, where `continuous` was asked for and the first instant of the run has one before. */
  readonly firstTouch?: FirstTouch;
  /** The instant with the most triangle pairs, the first of these; when merely close, the instant of least distance. */
  readonly peak: number;
  /** Crossing when any triangle pair crosses at any instant of the run. */
  readonly meeting: Closeness;
  /** Whether the triangle pairs are ones that are not in the baseline. */
  readonly new: boolean;
  /** Triangle pairs at the peak. */
  readonly pairs: number;
  /** Triangles in them, of both surfaces. */
  readonly triangles: number;
  /** Places in which they are connected. */
  readonly places: number;
  /** The length of the intersection polyline of these pairs at the peak. */
  readonly contourLength: number;
  /** How deep the objects are in each other at the peak; null for an object with itself, and where surfaces are open. */
  readonly depth: number | null;
  /** The distance of the closest triangle pair at the peak when merely close; else null. */
  readonly distance: number | null;
  /** Names of the joints that move the largest place most, strongest first, those of the first object before the second's. */
  readonly joints: readonly string[];
  /** The middle of the largest place at the peak: x, y, z. */
  readonly center: readonly [x: number, y: number, z: number];
}

/** Something that was asked for and not checked. */
export interface Unchecked {
  /** Why: the time was up, the audit was aborted, or there are no triangles (points and lines). */
  readonly reason: 'budget' | 'aborted' | 'no-triangles';
  /** The object, or null for all of them. */
  readonly object: number | null;
  /** The clip; null for the rest pose, and where it does not matter. */
  readonly clip: string | null;
  /** The first and last instant that was left out; null where that does not matter. */
  readonly interval: readonly [first: number, last: number] | null;
  /** How many instants were left out. */
  readonly instants: number;
  /** The same in words. */
  readonly message: string;
}

/** Triangle pairs of one object with itself, or of a pair of objects, over all instants. */
export interface SeenPairs {
  /** One id, or two in rising order. */
  readonly objects: readonly number[];
  /** Whether the pairs meet, or are close. */
  readonly kind: 'meeting' | 'close';
  /** How many there are. */
  readonly count: number;
  /**
   * Pairs in rising order, each as two numbers: how far its first triangle is from the one before, and its second triangle
   * from that before if the first is the same, or else from 0. Seven bits a byte, lowest first, the eighth set on all but
   * the last of a number; as base64.
   */
  readonly packed: string;
}
