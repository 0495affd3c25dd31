// SPDX-License-Identifier: Apache-2.0
/// Why something does not move, or does not move faster: asked of the loops and the store at this moment.
@NullMarked
package io.tcn.api.why;

import org.jspecify.annotations.NullMarked;
