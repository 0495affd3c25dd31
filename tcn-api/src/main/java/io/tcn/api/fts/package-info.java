// SPDX-License-Identifier: Apache-2.0
/// The FTS face, byte for byte as unchanged FTS clients expect it.
@NullMarked
package io.tcn.api.fts;

import org.jspecify.annotations.NullMarked;
