/** What the scene of models needs, loaded when somebody goes there. */
export { ModelClient } from './model/model-client.js';
export { ModelShow } from './model-show.js';
export { nameExample } from './ui/model-chooser.js';
