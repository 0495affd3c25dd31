// SPDX-License-Identifier: Apache-2.0
/// What a change would do, as the server simulates it.
@NullMarked
package io.tcn.cli.effect;

import org.jspecify.annotations.NullMarked;
