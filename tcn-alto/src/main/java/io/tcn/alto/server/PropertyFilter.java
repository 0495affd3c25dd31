// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

/// Properties that the request is about, or that a fault for tests does not hide.
@FunctionalInterface
interface PropertyFilter {
    /// Nothing is hidden.
    PropertyFilter ALL = name -> true;

    boolean shows(String property);
}
