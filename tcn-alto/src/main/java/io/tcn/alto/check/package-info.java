// SPDX-License-Identifier: Apache-2.0
/// What of the ALTO standards can be seen from outside: asks any server and tells which rules it keeps.
@NullMarked
package io.tcn.alto.check;

import org.jspecify.annotations.NullMarked;
