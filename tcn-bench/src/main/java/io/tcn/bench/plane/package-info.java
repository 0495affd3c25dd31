// SPDX-License-Identifier: Apache-2.0
/// A data plane that moves nothing, for a server that is measured.
@NullMarked
package io.tcn.bench.plane;

import org.jspecify.annotations.NullMarked;
