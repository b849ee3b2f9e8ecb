/** Extensions that a file cannot be read without. Those that only change how it is drawn do not matter. */
import { DRACO_EXTENSION, MESHOPT_EXTENSIONS } from './packed-claims.js';
import type { GltfJson } from './needed.js';
import { refuseFor } from './refusal.js';
import type { SceneWarning } from './scene.js';

/** What is read, or needs no reading to know where surfaces are. */
const KNOWN: ReadonlySet<string> = new Set([
  ...MESHOPT_EXTENSIONS,
  DRACO_EXTENSION,
  'KHR_mesh_quantization',
  'KHR_animation_pointer',
  'KHR_lights_punctual',
  'KHR_xmp_json_ld',
  'KHR_xmp',
  'EXT_lights_image_based',
  'EXT_lights_ies',
  'EXT_mesh_features',
  'EXT_structural_metadata',
  'EXT_mesh_manifold',
]);

/** Families of extensions about materials, textures and avatars. */
const HARMLESS =
  /^(KHR_materials_|EXT_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|VRM|KHR_techniques_|ADOBE_materials_)/;

/** Extensions that add surfaces that are not seen here. */
const INSTANCING = 'EXT_mesh_gpu_instancing';

/** Refuses a file that requires what is not known, and warns of surfaces that are not seen. */
export function requireExtensions(json: GltfJson, warnings: SceneWarning[]): void {
  (json.extensionsRequired ?? []).forEach((name, i) => {
    if (KNOWN.has(name) || HARMLESS.test(name)) return;
    refuseFor(
      'extension-required',
      `/extensionsRequired/${i}`,
      `the file requires ${JSON.stringify(name)}`,
      'unsupported',
    );
  });
  const used = json.extensionsUsed?.indexOf(INSTANCING) ?? -1;
  if (used >= 0) {
    const message = `the file repeats meshes by ${INSTANCING}; only the first of each is checked`;
    warnings.push({ code: 'not-checked', pointer: `/extensionsUsed/${used}`, message });
  }
}
