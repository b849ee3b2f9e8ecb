// slow: compares thousands of samples with rational arithmetic
import { describeWholeContacts } from './whole-contacts.js';

describeWholeContacts(18, 800);
