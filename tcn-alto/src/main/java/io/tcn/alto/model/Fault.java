// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// What may be wrong in a message that is used all the same: it is counted, and the rest of the message holds.
public enum Fault {
    /// An entry that cannot be read; left out alone.
    BAD_ENTRY,
    /// A cost that is not a number; the cell is left out.
    BAD_CELL,
    /// A key that is no address or no name; its costs are left out.
    BAD_KEY,
    /// An address without its type, as in `10.1.0.2` for `ipv4:10.1.0.2`; read.
    UNTYPED_ADDRESS,
    /// Two keys are spellings of one; the first is kept.
    REPEATED_KEY,
    /// A prefix that cannot be read; left out.
    BAD_PREFIX,
    /// A prefix with bits behind its length; masked.
    HOST_BITS,
    /// A prefix in two PIDs; dropped for both.
    DUPLICATE_PREFIX,
    /// An address family that is not known; left out.
    UNKNOWN_ADDRESS_TYPE,
    /// Some addresses of a family that is there have no PID.
    INCOMPLETE,
    /// The data stands under a name of another service, or a misspelt one; read.
    WRONG_MEMBER,
    /// `vtags` for `vtag`; read.
    WRONG_VTAG_MEMBER,
    /// No version tag binds the two parts of an answer; used all the same.
    UNTAGGED,
    /// An element of a path without an entry in the property map; its properties are unknown.
    ANE_WITHOUT_ENTRY,
    /// An entry for an element that is in no path; left out.
    UNUSED_ANE,
    /// An element twice in one path; kept once.
    REPEATED_ANE,
    /// A name that is a JSON number; read because lenient reading is switched on.
    NUMERIC_NAME,
    /// An entity that cannot be an abstract network element of this answer; left out.
    FOREIGN_ENTITY,
    /// A property that is not offered for its domain; left out.
    UNMAPPED_PROPERTY,
    /// An array of a calendar that has another length than announced; left out.
    CALENDAR_LENGTH,
    /// A part of a message that is not needed; left out.
    EXTRA_PART,
    /// A property that has the wrong type; unknown.
    BAD_PROPERTY
}
