// SPDX-License-Identifier: Apache-2.0
/// From bytes to the records of ALTO's messages and back. All parsers are pure, bounded in size, depth and
/// count, and throw [io.tcn.alto.model.AltoFormatException] and nothing else, whatever the bytes are.
@NullMarked
package io.tcn.alto.codec;

import org.jspecify.annotations.NullMarked;
