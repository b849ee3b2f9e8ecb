/** The lines along which surfaces pass through each other, seen through everything. */
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { CONTOUR } from './colors.js';

const WIDTH_PIXELS = 1.5;

/** Draws segments. */
export class ContourView {
  readonly object: LineSegments2;

  constructor() {
    const material = new LineMaterial({ color: CONTOUR, linewidth: WIDTH_PIXELS, transparent: true, depthTest: false });
    this.object = new LineSegments2(new LineSegmentsGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 6;
    this.object.visible = false;
  }

  /** Draws segments between points of the world: x, y, z of both ends. */
  update(ends: Float32Array): void {
    this.object.visible = ends.length > 0;
    if (ends.length === 0) return;
    this.object.geometry.dispose();
    this.object.geometry = new LineSegmentsGeometry();
    this.object.geometry.setPositions(ends);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
