import { describeWholeContacts } from './whole-contacts.js';

describeWholeContacts(17, 30);
