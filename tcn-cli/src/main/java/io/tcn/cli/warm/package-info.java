// SPDX-License-Identifier: Apache-2.0
/// A rehearsal of the usual commands, from which the JVM learns what to keep ready for a quick start.
@NullMarked
package io.tcn.cli.warm;

import org.jspecify.annotations.NullMarked;
