// SPDX-License-Identifier: Apache-2.0
/// The description of the FTS face for machines.
@NullMarked
package io.tcn.api.fts.docs;

import org.jspecify.annotations.NullMarked;
