// SPDX-License-Identifier: Apache-2.0
/// What the server is, who the caller is, and delegation, in the FTS face.
@NullMarked
package io.tcn.api.fts.identity;

import org.jspecify.annotations.NullMarked;
