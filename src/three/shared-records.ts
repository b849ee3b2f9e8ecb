/** Records of geometries, kept as long as the geometry is: meshes that share a geometry share what is precomputed of it. */
import type { BufferGeometry, Mesh } from 'three';
import { isSkinned, readGeometry } from './geometry-source.js';
import { GeometryWatch } from './geometry-watch.js';
import { buildRecord } from './record.js';
import type { DeformRecord } from './record.js';

/** A record, and what tells whether it still holds. */
export interface WatchedRecord {
  readonly record: DeformRecord;
  readonly watch: GeometryWatch;
}

/** With and without bones, one geometry moves differently. Kept for the whole program, each as long as its geometry is there. */
const skinnedRecords = new WeakMap<BufferGeometry, WatchedRecord>();
const plainRecords = new WeakMap<BufferGeometry, WatchedRecord>();

/** The record of a mesh's geometry as it is now, if there is one. */
export function findRecord(mesh: Mesh): WatchedRecord | undefined {
  const known = recordsFor(mesh).get(mesh.geometry);
  return known?.watch.isUpToDate(mesh) ? known : undefined;
}

/** The record of a mesh's geometry as it is now; built if need be. */
export function recordOf(caller: string, mesh: Mesh): WatchedRecord {
  return findRecord(mesh) ?? keepRecord(mesh, new GeometryWatch(mesh), buildRecord(readGeometry(caller, mesh)));
}

/** Keeps a record that was made elsewhere, from the geometry as `watch` saw it. */
export function keepRecord(mesh: Mesh, watch: GeometryWatch, record: DeformRecord): WatchedRecord {
  const kept = { record, watch };
  recordsFor(mesh).set(mesh.geometry, kept);
  return kept;
}

function recordsFor(mesh: Mesh): WeakMap<BufferGeometry, WatchedRecord> {
  return isSkinned(mesh) ? skinnedRecords : plainRecords;
}
