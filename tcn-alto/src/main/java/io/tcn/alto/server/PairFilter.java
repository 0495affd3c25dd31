// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

/// Pairs that a fault for tests does not hide.
@FunctionalInterface
interface PairFilter {
    boolean shows(End source, End destination);
}
