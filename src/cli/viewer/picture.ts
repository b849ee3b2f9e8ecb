/** The model in three dimensions. Drawn when something has changed, and at no other time. */
import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Finding } from '../../audit/report.js';
import type { PageFile } from '../page-data.js';
import type { InstantShapes } from './instant-shapes.js';
import { createInstantShapes } from './instant-shapes.js';

const NEW_COLOR = 0xe5252f;
const KNOWN_COLOR = 0xc9a227;
const FIELD_OF_VIEW_DEGREES = 40;
/** From there a ball fills the field of view: 1 / sin 20°. */
const DISTANCE_PER_RADIUS = 2.924;
/** Instants that are looked at to know how much room a model takes. */
const SAMPLED_INSTANTS = 16;

/** What is shown, and how. */
export interface Picture {
  /** Shows another file. */
  setFile(file: PageFile): void;
  /** Shows an instant. */
  goTo(index: number): void;
  /** Shows a finding alone, from where it can be seen; objects that have no part in it step back. */
  lookAt(finding: Finding): void;
  /** Looks at everything again. */
  fit(): void;
  /** Turns by angles, and comes nearer by a factor. */
  turn(aroundUp: number, aroundRight: number, nearer: number): void;
  setSeeThrough(on: boolean): void;
  setEdges(on: boolean): void;
}

/** Makes the picture, or undefined where the browser has none. */
export function createPicture(canvas: HTMLCanvasElement): Picture | undefined {
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch {
    return undefined;
  }
  const scene = new Scene();
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100);
  const controls = new OrbitControls(camera, canvas);
  const light = new DirectionalLight(0xffffff, 2.2);
  camera.add(light);
  light.position.set(0.4, 0.7, 1);
  scene.add(camera, new AmbientLight(0xffffff, 1.3));

  let isWaiting = false;
  const draw = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      renderer.render(scene, camera);
    });
  };
  controls.addEventListener('change', draw);

  const marks = {
    added: createMarks(NEW_COLOR, 0.6, '--contour-new'),
    known: createMarks(KNOWN_COLOR, 0.3, '--contour-known'),
  };
  scene.add(marks.known.triangles, marks.added.triangles, marks.known.lines, marks.added.lines);
  new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    for (const { lines } of Object.values(marks)) lines.material.resolution.set(width, height);
    draw();
  }).observe(canvas);

  let shapes: InstantShapes | undefined;
  let meshes: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];
  let extent = new Sphere(new Vector3(), 1);
  let isSeeThrough = true;
  let hasEdges = false;
  let involved: readonly number[] | undefined;
  let present = 0;
  const restyle = (): void => {
    for (const [id, { material }] of meshes.entries()) {
      const isAside = involved !== undefined && !involved.includes(id);
      material.opacity = isAside ? 0.1 : isSeeThrough ? 0.45 : 1;
      material.transparent = isSeeThrough || isAside;
      material.depthWrite = !material.transparent;
      material.wireframe = hasEdges;
      material.needsUpdate = true;
    }
    draw();
  };
  const showInstant = (): void => {
    if (shapes === undefined) return;
    const { known, added } = shapes.goTo(present, involved);
    for (const { geometry } of meshes) geometry.getAttribute('position').needsUpdate = true;
    showMarks(marks.added, added, shapes.segments(false));
    showMarks(marks.known, known, shapes.segments(true));
    draw();
  };
  const lookFrom = (target: Vector3, direction: Vector3, radius: number): void => {
    const distance = radius * DISTANCE_PER_RADIUS;
    camera.position.copy(target).addScaledVector(direction.normalize(), distance);
    camera.near = extent.radius / 2000;
    camera.far = extent.radius * 50 + distance * 2;
    camera.updateProjectionMatrix();
    controls.target.copy(target);
    controls.update();
    draw();
  };
  const fit = (): void => {
    involved = undefined;
    restyle();
    showInstant();
    lookFrom(extent.center, new Vector3(0.35, 0.25, 1), extent.radius * 0.9);
  };

  return {
    setFile(file) {
      for (const mesh of meshes) {
        scene.remove(mesh);
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      shapes = createInstantShapes(file);
      meshes = createMeshes(file, shapes);
      scene.add(...meshes);
      extent = measureExtent(file, shapes);
      present = 0;
      fit();
    },
    goTo(index) {
      present = index;
      showInstant();
    },
    lookAt({ objects, center, contourLength, places }) {
      involved = objects;
      restyle();
      showInstant();
      const target = new Vector3(...center);
      // Twice as wide as a ring of that length.
      const radius = Math.min(
        Math.max((0.4 * contourLength) / Math.max(1, places), extent.radius * 0.12),
        extent.radius,
      );
      const direction = target.clone().sub(extent.center);
      // From outside, and a little from above; from the front where the place is in the middle.
      if (direction.length() < extent.radius * 0.05) direction.set(0, 0, 1);
      direction.normalize().add(new Vector3(0, 0.25, 0.35));
      lookFrom(target, direction, radius);
    },
    fit,
    turn(aroundUp, aroundRight, nearer) {
      const offset = camera.position.clone().sub(controls.target);
      const right = new Vector3().crossVectors(camera.up, offset).normalize();
      offset.applyAxisAngle(camera.up, aroundUp);
      const tilted = offset.clone().applyAxisAngle(right, aroundRight);
      // Straight above and below there is no up.
      if (Math.abs(tilted.clone().normalize().dot(camera.up)) < 0.98) offset.copy(tilted);
      camera.position.copy(controls.target).addScaledVector(offset, nearer);
      controls.update();
      draw();
    },
    setSeeThrough(on) {
      isSeeThrough = on;
      restyle();
    },
    setEdges(on) {
      hasEdges = on;
      restyle();
    },
  };
}

interface Marks {
  readonly triangles: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly lines: LineSegments2;
}

function createMarks(color: number, opacity: number, lineColor: string): Marks {
  const material = new MeshBasicMaterial({ color, side: DoubleSide, transparent: true, opacity });
  Object.assign(material, { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
  const triangles = new Mesh(new BufferGeometry(), material);
  const lines = new LineSegments2(
    new LineSegmentsGeometry(),
    new LineMaterial({ color: styleColor(lineColor), linewidth: 2.5 }),
  );
  // Lines lie within surfaces, and would be hidden by them; among what is transparent, the order is ours.
  lines.material.depthTest = false;
  lines.material.transparent = true;
  triangles.frustumCulled = false;
  lines.frustumCulled = false;
  triangles.renderOrder = 1;
  lines.renderOrder = 2;
  return { triangles, lines };
}

/** Lines must stand out from the page, be it light or dark. */
function styleColor(name: string): Color {
  return new Color(getComputedStyle(document.documentElement).getPropertyValue(name).trim());
}

function showMarks({ triangles, lines }: Marks, corners: number[], ends: number[]): void {
  triangles.geometry.dispose();
  triangles.geometry = new BufferGeometry();
  triangles.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3));
  triangles.visible = corners.length > 0;
  lines.geometry.dispose();
  lines.visible = ends.length > 0;
  if (ends.length === 0) return;
  lines.geometry = new LineSegmentsGeometry();
  lines.geometry.setPositions(Float32Array.from(ends));
}

function createMeshes({ scene }: PageFile, { posed }: InstantShapes): Mesh<BufferGeometry, MeshLambertMaterial>[] {
  return scene.objects.map(({ id, mesh }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(posed.positions[id], 3));
    geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
    // Hues that follow each other by the golden angle stay apart, however many there are.
    const color = new Color().setHSL((0.58 + id * 0.381966) % 1, 0.25, 0.55);
    const drawn = new Mesh(geometry, new MeshLambertMaterial({ color, flatShading: true, side: DoubleSide }));
    drawn.frustumCulled = false;
    return drawn;
  });
}

function measureExtent({ instants }: PageFile, shapes: InstantShapes): Sphere {
  const box = new Box3();
  const point = new Vector3();
  const step = Math.max(1, Math.floor(instants.length / SAMPLED_INSTANTS));
  for (let index = 0; index < instants.length; index += step) {
    shapes.goTo(index);
    for (const positions of shapes.posed.positions) {
      for (let i = 0; i < positions.length; i += 3) box.expandByPoint(point.fromArray(positions, i));
    }
  }
  const sphere = box.isEmpty() ? new Sphere(new Vector3(), 1) : box.getBoundingSphere(new Sphere());
  sphere.radius = Math.max(sphere.radius, Number.MIN_VALUE);
  return sphere;
}
