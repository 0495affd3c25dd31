// SPDX-License-Identifier: Apache-2.0
/// The contract of the FTS face, a class per section and a case per row. Display names begin with section and row.
@NullMarked
package io.tcn.api.fts.contract;

import org.jspecify.annotations.NullMarked;
