// SPDX-License-Identifier: Apache-2.0
/// Quantities as people write and read them: rates, sizes, shares, spans and moments. What has no unit is refused.
@NullMarked
package io.tcn.cli.units;

import org.jspecify.annotations.NullMarked;
